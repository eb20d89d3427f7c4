import { SettingError } from '#platform/config/setting-error.ts';

/** `burst` at once by somebody who was quiet, then `perMinute`. */
export interface Allowance {
  readonly burst: number;
  readonly perMinute: number;
}

export const rateLimitNames = [
  'address',
  'link',
  'recovery',
  'open-link',
  'upload-user',
  'upload-company',
  'send-user',
  'send-company',
  'sign-up',
  'invite-company',
  'accept-address',
  'federated-login',
  'privacy-form',
] as const;
export type RateLimitName = (typeof rateLimitNames)[number];

/** What each limit allows; null where it is lifted. */
export type RateLimits = Readonly<Record<RateLimitName, Allowance | null>>;

/**
 * What people need at most, with room. An answer is a page and two or three steps: 600 are 200 people of an office, or of a
 * telephone network, who open their messages in the same minute from one address, and 1,200 a minute go on for ever. A link
 * is one person: 120 are a survey of a hundred questions without a pause, opened again on another device. An open link is as
 * many as see it: 6,000 are a hall of 2,000 people who scan it at once. Nobody uploads
 * twenty files of a kind or asks for twenty sends in a row, and three of a company may do so at once. An invitation
 * goes to 50 people at most, twenty times in a row; and thirty new colleagues accept theirs in one office.
 * Who signs up is saved every second while typing: an address has room for a few people at once.
 * A federated login is two or
 * three requests: 300 are an office of a hundred that begins its day. Nobody has more than a few requests about their own
 * data: 20 are an office whose people send the form, one after the other; who only opens it counts by `address`.
 */
export const usualRateLimits: RateLimits = {
  address: { burst: 600, perMinute: 1_200 },
  link: { burst: 120, perMinute: 60 },
  recovery: { burst: 30, perMinute: 6 },
  'open-link': { burst: 6_000, perMinute: 6_000 },
  'upload-user': { burst: 20, perMinute: 2 },
  'upload-company': { burst: 60, perMinute: 6 },
  'send-user': { burst: 20, perMinute: 2 },
  'send-company': { burst: 60, perMinute: 6 },
  'sign-up': { burst: 120, perMinute: 120 },
  'invite-company': { burst: 20, perMinute: 2 },
  'accept-address': { burst: 30, perMinute: 6 },
  'federated-login': { burst: 300, perMinute: 120 },
  'privacy-form': { burst: 20, perMinute: 4 },
};

const setting = 'RATE_LIMITS';
const most = 1_000_000;

/**
 * Reads `name=BURST/PER_MINUTE` or `name=off`, separated by commas; what is not named is as usual. `off` alone lifts all.
 * @throws SettingError when a name or a number cannot be used.
 */
export function readRateLimits(text: string | undefined): RateLimits {
  if (!text) return usualRateLimits;
  if (text === 'off') return Object.fromEntries(rateLimitNames.map((name) => [name, null])) as unknown as RateLimits;
  const changes = text.split(',').map((part): [RateLimitName, Allowance | null] => {
    const [, word, value, burst, perMinute] = /^\s*([a-z-]+)=(off|(\d+)\/(\d+))\s*$/.exec(part) ?? [];
    const name = rateLimitNames.find((each) => each === word);
    if (!name) throw new SettingError(setting, `must be off, or like link=120/60 with ${rateLimitNames.join(', ')}`);
    if (value === 'off') return [name, null];
    return [name, { burst: numberOf(burst), perMinute: numberOf(perMinute) }];
  });
  return { ...usualRateLimits, ...Object.fromEntries(changes) };
}

function numberOf(text: string | undefined): number {
  const number = Number(text);
  if (number < 1 || number > most) throw new SettingError(setting, `must have numbers from 1 to ${most}`);
  return number;
}
