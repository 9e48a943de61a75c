/**
 * Columns of who pays: the contact's details, or those of the signature once the contact is erased. A contact without an
 * email gets the mails at the address that was given with the signature.
 */
export const payerColumns = (contact: string, agreement: string) =>
  `coalesce(${contact}.name, ${agreement}.signer_name) as contactName,
   coalesce(${contact}.phone, ${agreement}.phone) as contactPhone,
   coalesce(nullif(${contact}.email, ''), ${agreement}.email) as contactEmail`;
