/** The name or address of this machine, as a URL writes it. */
export const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** The address of a provider that cannot be used. Never carries the address: it holds a password. */
export class ProviderUrlError extends Error {
  override name = 'ProviderUrlError';
}

/** What the address of a provider says, and the settings in its query. */
export interface ProviderUrl {
  readonly url: URL;
  readonly user: string;
  readonly password: string;
  /** A number from 1 to `most`; the one by default where none is given. */
  count(name: string, byDefault: number, most: number): number;
  /** One of some words; undefined where none is given. */
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
}

/**
 * Reads the address of a provider. A setting that is not among `settings` is an error, so that a slip cannot pass for one.
 * @param provider what the provider is called in messages.
 * @throws ProviderUrlError, also by what it answers.
 */
export function readProviderUrl(
  address: string,
  provider: string,
  { protocols, settings }: { readonly protocols: readonly string[]; readonly settings: readonly string[] },
): ProviderUrl {
  const wrong = (words: string) => new ProviderUrlError(`The address of the ${provider} ${words}`);
  if (!URL.canParse(address)) throw wrong('is not a URL');
  const url = new URL(address);
  if (!protocols.includes(url.protocol))
    throw wrong(`begins with ${protocols.map((name) => `${name}//`).join(' or ')}`);
  const unknown = [...url.searchParams.keys()].find((name) => !settings.includes(name));
  if (unknown !== undefined) throw wrong(`has a setting that is unknown: ${unknown}`);
  const decode = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      throw wrong('has credentials that are not percent-encoded');
    }
  };
  return {
    url,
    user: decode(url.username),
    password: decode(url.password),
    count(name, byDefault, most) {
      const given = url.searchParams.get(name) ?? String(byDefault);
      const number = Number(given);
      if (!/^\d+$/.test(given) || number < 1 || number > most)
        throw wrong(`has a setting ${name} that is no number from 1 to ${most}`);
      return number;
    },
    oneOf(name, choices) {
      const given = url.searchParams.get(name);
      const choice = choices.find((each) => each === given);
      if (given !== null && !choice) throw wrong(`has a setting ${name} that is none of ${choices.join(', ')}`);
      return choice;
    },
  };
}
