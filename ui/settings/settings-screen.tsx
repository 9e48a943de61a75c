export function SettingsScreen() {
  return <p>SettingsScreen</p>;
}
