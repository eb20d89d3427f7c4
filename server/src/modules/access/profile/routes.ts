import {
  getPicture,
  getProfile,
  removePicture,
  updateLanguage,
  updatePassword,
  updateProfile,
  uploadPicture,
} from '@escuta/contract/profile';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { openUploadLimit } from '#platform/limits/upload-limit.ts';
import { presentUser } from '../present-user.ts';
import { findUserById, findUserInside } from '../queries.ts';
import { callerOf } from '../session-cookie.ts';
import * as pictures from './picture.ts';
import { updatePassword as changePassword } from './update-password.ts';
import { updateProfile as change } from './update-profile.ts';

/** What users change of themselves. */
export function profileRoutes(app: App, context: AppContext): void {
  const { database, config } = context;

  implement(
    app,
    getProfile,
  )(async ({ scope, fail }) => {
    const user = await database.withSystem((tx) => findUserById(tx, scope.userId));
    if (!user) throw fail('NOT_FOUND');
    return { phone: user.phone };
  });

  implement(
    app,
    updateProfile,
  )(async ({ scope, body, fail }) => {
    await change(context, scope, body);
    const user = await database.withSystem((tx) => findUserInside(tx, scope));
    if (!user) throw fail('NOT_FOUND');
    return presentUser(user, scope);
  });

  implement(
    app,
    updateLanguage,
  )(async ({ scope, body: { language } }) => {
    await database.withSystem((tx) =>
      tx.updateTable('users').set({ language }).where('id', '=', scope.userId).execute(),
    );
    return { ok: true };
  });

  implement(
    app,
    updatePassword,
  )(async ({ scope, body, request }) => {
    await changePassword(context, { scope, caller: callerOf(request, config.production) }, body);
    return { ok: true };
  });

  implement(app, uploadPicture, { admit: openUploadLimit(context) })(async ({ scope, file }) => ({
    picture: await pictures.keepPicture(context, scope.userId, file),
  }));

  implement(
    app,
    removePicture,
  )(async ({ scope }) => {
    await pictures.removePicture(context, scope.userId);
    return { ok: true };
  });

  implement(
    app,
    getPicture,
  )(async ({ params: { name }, reply }) => {
    const content = await pictures.openPicture(context, name);
    // Another picture has another address.
    reply.header('cache-control', 'private, max-age=31536000, immutable');
    return { name: 'picture.webp', mediaType: 'image/webp', content };
  });
}
