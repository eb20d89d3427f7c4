import { z } from 'zod';
import { User } from './access.ts';
import { name } from './name.ts';
import { passwordLengthMax } from './password.ts';
import { done, language } from './primitives.ts';
import { route } from './route.ts';
import { currentPassword, passwordErrors } from './second-factor.ts';

export const personNameLengthMax = 120;
export const pictureBytesMax = 2 * 1_048_576;

export const ProfileForm = z.object({
  nome: name(personNameLengthMax),
  /** As people type it; kept in E.164. Null for none. */
  phone: z.string().trim().max(40).nullable(),
  shortcuts_off: z.boolean().optional(),
});

export const getProfile = route('GET /me/profile', {
  summary: 'What the signed-in user keeps of themselves beyond their name',
  permission: 'session',
  answer: z.object({ phone: z.string().nullable() }),
});

export const updateProfile = route('PUT /me', {
  summary: 'Change one’s own name and phone',
  permission: 'session',
  body: ProfileForm,
  answer: User,
  errors: { PHONE_NOT_VALID: 422 },
});

export const updateLanguage = route('PUT /me/language', {
  summary: 'The language that the user is spoken to in',
  permission: 'session',
  withoutSecondFactor: true,
  body: z.object({ language }),
  answer: done,
});

export const updatePassword = route('PUT /me/password', {
  summary: 'Change one’s own password; every other session ends',
  permission: 'session',
  body: z.object({ password: currentPassword.optional(), newPassword: z.string().min(1).max(passwordLengthMax) }),
  answer: done,
  errors: { ...passwordErrors, PASSWORD_WEAK: 422 },
});

export const uploadPicture = route('POST /me/picture', {
  summary: 'A picture of oneself: PNG, JPEG or WebP',
  permission: 'session',
  upload: { bytesMax: pictureBytesMax },
  answer: z.object({ picture: z.string() }),
  errors: { PICTURE_NOT_VALID: 422 },
});

export const removePicture = route('DELETE /me/picture', {
  summary: 'No picture of oneself',
  permission: 'session',
  answer: done,
});

/** Pictures are drawn by `<img>`, which sends no session: whoever has the address, of 128 random bits, sees it. */
export const getPicture = route('GET /pictures/:name', {
  summary: 'A picture of a user',
  permission: 'public',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{32}$/) }),
  answer: { mediaTypes: ['image/webp'] },
});
