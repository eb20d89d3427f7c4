import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A phone as people type it, in E.164; undefined for none. One without a country is Brazilian. */
export function readPhone(typed: string): string | undefined {
  const phone = parsePhoneNumberFromString(typed, 'BR');
  return phone?.isValid() ? phone.number : undefined;
}
