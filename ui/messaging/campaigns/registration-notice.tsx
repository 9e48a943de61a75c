import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useApi } from "#ui/api.ts";
import { Note } from "#ui/kit/notice.tsx";
import { composingQuery } from "./queries.ts";

/** Warns before texts to US numbers from a number that carriers haven't approved. */
export function RegistrationNotice() {
  const { data } = useQuery(composingQuery(useApi()));
  if (!data?.registrationWarning) return null;
  return (
    <Note tone="wait" icon={TriangleAlert}>
      {data.registrationWarning}
    </Note>
  );
}
