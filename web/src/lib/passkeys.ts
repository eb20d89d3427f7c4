/** Whether this browser can use passkeys here: a number in place of a name is no place for one (WebAuthn, 5.1.2). */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname);
}
