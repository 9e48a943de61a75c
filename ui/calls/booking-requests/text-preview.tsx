import { useQuery } from "@tanstack/react-query";
import MessageCircle from "lucide-react/icons/message-circle";
import type { UseFormReturn } from "react-hook-form";
import { confirmationText } from "#src/shared/confirmation-text.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { Note } from "#ui/kit/notice.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { type BookingValues, startOf } from "./booking-values.ts";

interface TextPreviewProps {
  form: UseFormReturn<BookingValues>;
  employees: readonly { id: number; name: string }[] | undefined;
  phone: string | null;
}

/** The exact text that the caller will receive. */
export function TextPreview({ form, employees, phone }: TextPreviewProps) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const values = form.watch();
  const startsAt = parseWallTime(startOf(values));
  const employee = employees?.find(({ id }) => String(id) === values.employeeId);

  if (phone === null)
    return (
      <Note icon={MessageCircle}>There's no phone number, so we can't text a confirmation.</Note>
    );
  if (!settings || startsAt === undefined || !employee)
    return <Note icon={MessageCircle}>We'll text a confirmation to {formatPhone(phone)}.</Note>;
  const { businessName, businessPhone } = settings;
  return (
    <Note icon={MessageCircle}>
      <span className="dim">We'll text {formatPhone(phone)} unless they've opted out:</span>
      <span className="mt-1 block wrap-anywhere">
        {confirmationText(
          { businessName, businessPhone },
          { service: values.service.trim(), employee: employee.name, startsAt },
        )}
      </span>
    </Note>
  );
}
