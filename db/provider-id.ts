const TWILIO_SID = /^[SM]M[0-9a-f]{32}$/;

/** Packs a Twilio SID into 17 bytes instead of 34, which halves its size in the table and the index. Other ids are stored as text. */
export function providerKey(id: string): Uint8Array {
  if (!TWILIO_SID.test(id)) return new TextEncoder().encode(id);
  const key = new Uint8Array(17);
  key[0] = id.charCodeAt(0);
  key.subarray(1).setFromHex(id.slice(2));
  return key;
}

export function providerText(key: Uint8Array): string {
  if (key.length !== 17) return new TextDecoder().decode(key);
  const [letter = 0] = key;
  return `${String.fromCharCode(letter)}M${key.subarray(1).toHex()}`;
}
