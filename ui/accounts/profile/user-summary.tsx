import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";

export function UserSummary({ username, email }: { username: string; email: string }) {
  const { user } = useCurrentUser();
  return (
    <div className="flex items-center gap-3 pb-1">
      <Avatar id={user?.id ?? ""} name={username.slice(0, 1)} />
      <div className="min-w-0">
        <p className="h2 wrap-anywhere">{username}</p>
        <p className="sm dim wrap-anywhere">{email}</p>
      </div>
    </div>
  );
}
