export function ContactsScreen() {
  return <p>ContactsScreen</p>;
}
