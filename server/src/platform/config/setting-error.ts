/** A setting that cannot be used: the end of the process that reads it. Never carries the value, which may be a secret. */
export class SettingError extends Error {
  override name = 'SettingError';

  /** @param rule what the value is to be, from “must” or “is”: `must be an e-mail address`. */
  constructor(variable: string, rule: string, options?: ErrorOptions) {
    super(`${variable} ${rule}`, options);
  }
}
