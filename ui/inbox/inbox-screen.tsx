export function InboxScreen() {
  return <p>InboxScreen</p>;
}
