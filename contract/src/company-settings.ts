import { z } from 'zod';
import { Business } from './companies.ts';
import { BusinessUnitId } from './ids.ts';
import { name } from './name.ts';
import { byId, Changes, done, language } from './primitives.ts';
import { route } from './route.ts';

/** A colour `#RRGGBB`. Any will do: pages and mails darken or lighten it until it can be read. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .overwrite((typed) => typed.toUpperCase());

/**
 * Zones by the name of a place. Short ones, such as AET or IST, mean another zone to PostgreSQL than to Node, or none; and an
 * offset such as '+03:00' has no summer.
 */
const zoneOfPlace = /^(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/.+|UTC)$/;

/** Whether a time zone of IANA is called by a place; whether there is such a place is not asked. */
export function isZoneOfPlace(zone: string): boolean {
  return zoneOfPlace.test(zone);
}

/** Whether this machine knows such a time zone, and calls it by a place. */
export function isTimezone(zone: string): boolean {
  try {
    return isZoneOfPlace(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** A time zone of IANA by the name of its place, or UTC. */
export const timezone = z.string().max(60).refine(isTimezone);

/** A range of addresses in the notation of CIDR; of one address that is typed alone, the range of itself. */
export const network = z
  .string()
  .overwrite(asRange)
  .pipe(z.union([z.cidrv4(), z.cidrv6()]));

function asRange(typed: string): string {
  const range = typed.trim().toLowerCase();
  if (range === '' || range.includes('/')) return range;
  return `${range}/${range.includes(':') ? 128 : 32}`;
}

export const networksMax = 50;
/** How long a session may stay unused, at the least and at the most that a company may choose. */
export const idleMinutes = { min: 15, max: 7 * 24 * 60 } as const;

/** What a company decides for itself. Each is saved on its own. */
export const CompanySettings = z.object({
  nome: name(120, 3),
  /** Where several units stand together; a new unit begins with it. */
  timezone,
  /** Of mails to its people, and of whoever has chosen none. */
  language,
  /** Those that it works in; the one above is always among them. */
  languages: z.array(language).min(1).max(3),
  /** A new unit begins with it, and with the unit's each new survey. */
  brand_color: color,
  force_authenticator: z.boolean(),
  /** Where its people work from (decision 0042); anywhere when none is named. */
  allowed_networks: z
    .array(network)
    .max(networksMax)
    .overwrite((named) => [...new Set(named)]),
  /** How long their sessions may stay unused, where that is less than the installation lets them; null for as long as that. */
  session_idle_minutes: z.number().int().min(idleMinutes.min).max(idleMinutes.max).nullable(),
});
export type CompanySettings = z.infer<typeof CompanySettings>;

const ShownSettings = CompanySettings.extend({
  changes: Changes,
  /** The address of whoever asks: it has to be within the networks that they name. */
  address: z.string(),
  /** How long the installation lets sessions stay unused, without 'Manter conectado' and with it. */
  idle_of_installation: z.object({ minutes: z.number().int(), kept_minutes: z.number().int() }),
});

export const getCompanySettings = route('GET /company/settings', {
  summary: 'What the company has decided for itself, and who changed it last',
  permission: 'company.manage',
  answer: ShownSettings,
});

export const changeCompanySettings = route('PATCH /company/settings', {
  summary: 'Change settings of the company',
  permission: 'company.manage',
  body: CompanySettings.partial(),
  answer: ShownSettings,
  errors: { NOT_BY_VISITOR: 403, OWN_ADDRESS_OUTSIDE: 422 },
});

/** What a unit decides for itself. */
export const UnitSettings = z.object({ nome: name(120), timezone, brand_color: color });
export type UnitSettings = z.infer<typeof UnitSettings>;

/** A unit as whoever manages it edits it. */
export const EditedBusiness = Business.extend({ brand_color: z.string(), changes: Changes });
export type EditedBusiness = z.infer<typeof EditedBusiness>;

export const getBusinessToEdit = route('GET /businesses/:id/edit', {
  summary: 'One unit, with what can be changed of it and who changed it last',
  permission: 'company.manage',
  params: byId(BusinessUnitId),
  answer: EditedBusiness,
});

export const updateBusiness = route('PUT /businesses/:id', {
  summary: 'Change a unit',
  permission: 'company.manage',
  params: byId(BusinessUnitId),
  body: UnitSettings.partial(),
  answer: EditedBusiness,
});

export const createBusiness = route('POST /businesses', {
  summary: 'Open a unit',
  permission: 'company.manage',
  // Zone and colour are the company's where none is given.
  body: UnitSettings.partial({ timezone: true, brand_color: true }),
  answer: Business,
  status: 201,
  errors: { UNITS_BEYOND_OWN: 403 },
});

/** 512 kB. */
export const logoBytesMax = 512 * 1_024;

export const uploadLogo = route('POST /company/logo', {
  summary: 'The logo of the company: PNG, JPEG or WebP',
  permission: 'company.manage',
  upload: { bytesMax: logoBytesMax },
  answer: z.object({ logo: z.string() }),
  errors: { LOGO_NOT_VALID: 422 },
});

export const removeLogo = route('DELETE /company/logo', {
  summary: 'No logo of the company',
  permission: 'company.manage',
  answer: done,
});

/** Drawn by `<img>`, which sends no session: whoever has the address, of 128 random bits, sees it. */
export const getLogo = route('GET /logos/:name', {
  summary: 'The logo of a company',
  permission: 'public',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{32}$/) }),
  answer: { mediaTypes: ['image/png'] },
});
