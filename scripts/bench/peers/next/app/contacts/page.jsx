import { ContactList } from "../lists.jsx";
import { contacts, readUser } from "../salon.js";

export default async function Contacts() {
  await readUser();
  return (
    <>
      <h1 className="text-2xl">Contacts</h1>
      <ContactList contacts={contacts} />
    </>
  );
}
