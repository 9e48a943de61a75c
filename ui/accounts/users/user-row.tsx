import type { ReactNode } from "react";
import type { User } from "#src/accounts/users/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";

interface UserRowProps {
  user: User;
  /** Next to the name. */
  badges?: ReactNode;
  /** The second line. */
  detail: ReactNode;
  /** Wide buttons, which take their own row on a phone. */
  wide?: boolean | undefined;
  children?: ReactNode;
}

export function UserRow({ user, badges, detail, wide, children }: UserRowProps) {
  return (
    <li className={classes("line-row min-h-[61px]", wide && "@max-[560px]/page:flex-wrap")}>
      <Avatar id={user.id} name={user.username.slice(0, 1)} />
      <div className="flex-1 min-w-0 basis-40">
        <div className="flex items-center gap-2 min-w-0 flex-wrap gap-y-1">
          <span className="h3 clip">{user.username}</span>
          {badges}
        </div>
        <div className="sm dim wrap-anywhere">{detail}</div>
      </div>
      {children && (
        <div
          className={classes(
            "flex items-center gap-2 min-w-0",
            wide &&
              "@max-[560px]/page:basis-full @max-[560px]/page:flex-wrap @max-[560px]/page:*:not-[.icon]:flex-1",
          )}
        >
          {children}
        </div>
      )}
    </li>
  );
}
