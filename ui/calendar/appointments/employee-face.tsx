import Users from "lucide-react/icons/users";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Icon } from "#ui/kit/icon.tsx";

/** What stands in front of an employee's name, or of "Anyone". */
export function employeeFace({
  id,
  name,
}: {
  readonly id: number | undefined;
  readonly name: string;
}) {
  return id === undefined ? <Icon of={Users} /> : <Avatar id={id} name={name} size="s" />;
}
