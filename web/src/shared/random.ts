/** So many hex digits that nobody can guess. Works on plain http too, where `crypto.randomUUID` does not. */
export function randomHex(digits = 32): string {
  const bytes = crypto.getRandomValues(new Uint8Array(digits / 2))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
