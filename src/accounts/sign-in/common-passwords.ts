/** The most common passwords of at least six characters. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 111111 000000 654321 666666 121212 112233
  password password1 password123 passw0rd p@ssw0rd qwerty qwerty123 qwertyuiop 1q2w3e 1q2w3e4r 1qaz2wsx
  abc123 abcdef abcd1234 iloveyou letmein welcome welcome1 monkey dragon sunshine princess football
  baseball master shadow superman batman trustno1 admin123 administrator changeme secret starwars
  whatever michael jordan freedom computer asdfgh asdfghjkl zxcvbn zxcvbnm aaaaaa qazwsx 777777 888888
  999999 555555 222222 333333 987654321 11111111 salon123 parlor parlor123`.split(/\s+/),
);
