import { z } from 'zod';
import { Business } from './companies.ts';
import { BusinessUnitId } from './ids.ts';
import { byId, instant, language } from './primitives.ts';
import { route } from './route.ts';

/** A colour `#RRGGBB`. Any will do: pages and mails darken or lighten it until it can be read. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .overwrite((typed) => typed.toUpperCase());

/** An IANA time zone that this machine knows. */
export const timezone = z.string().max(60).refine(isTimezone);

function isTimezone(name: string): boolean {
  try {
    // An offset such as '+03:00' would do for the calendar, and has no summer.
    return /^[A-Z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Who changed a setting last, and when; under its name, absent where nobody has. */
export const Changes = z.partialRecord(z.string(), z.object({ nome: z.string().nullable(), at: instant }));
export type Changes = z.infer<typeof Changes>;

const nome = z.string().trim().min(3).max(120);

/** What a company decides for itself. Each is saved on its own. */
export const CompanySettings = z.object({
  nome,
  /** Where several units stand together. */
  timezone,
  /** Of mails to its people, and of whoever has chosen none. */
  language,
  /** Those that it works in; the one above is always among them. */
  languages: z.array(language).min(1).max(3),
  brand_color: color,
  force_authenticator: z.boolean(),
});
export type CompanySettings = z.infer<typeof CompanySettings>;

const ShownSettings = CompanySettings.extend({ changes: Changes });

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
  errors: { NOT_BY_VISITOR: 403 },
});

/** What a unit decides for itself. */
export const UnitSettings = z.object({ nome: z.string().trim().min(1).max(120), timezone, brand_color: color });
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
  body: UnitSettings,
  answer: Business,
  status: 201,
  errors: { UNITS_BEYOND_OWN: 403 },
});
