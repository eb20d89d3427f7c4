/** What a chosen password must have, by the names that the screens' texts have (1§5, decision 11). */
export const passwordRules = ['lengthMin', 'lower', 'upper', 'digit', 'special'] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** The shortest password of an invitation, of a recovery and of the profile. */
export const passwordLengthMin = 8;
/** The shortest password of a self-service sign-up. */
export const signUpPasswordLengthMin = 9;
/** Nothing is cut off: what is longer is refused (ASVS 6.2.9 wants at least 64). */
export const passwordLengthMax = 1_024;

const patterns: Readonly<Record<Exclude<PasswordRule, 'lengthMin'>, RegExp>> = {
  lower: /\p{Ll}/u,
  upper: /\p{Lu}/u,
  digit: /\d/,
  special: /[$@!#%*?&]/,
};

/** The rules that a password breaks, in their order; none for a good one. Length counts characters, not bytes. */
export function passwordProblems(password: string, { lengthMin }: { readonly lengthMin: number }): PasswordRule[] {
  return passwordRules.filter((rule) =>
    rule === 'lengthMin' ? [...password].length < lengthMin : !patterns[rule].test(password),
  );
}
