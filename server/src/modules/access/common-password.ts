/** Letters that people write as digits and signs. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

let known: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of those that are tried first: the most used ones, and such a word with digits and signs around
 * it or in place of its letters (“Senha@123”, “P@ssw0rd!”). Composition rules alone let these through.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load();
  const passwords = await known;
  return formsOf(password.toLowerCase()).some((form) => passwords.has(form));
}

function formsOf(password: string): string[] {
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const plain = (text: string) => [...text].map((sign) => disguises[sign] ?? sign).join('');
  return [password, core, plain(password), plain(core), plain(password.replace(/[^\p{L}]+$/u, ''))].filter(Boolean);
}

/** Loaded at the first use: most processes never ask. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
