import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { watchForChunkErrors } from '#web/app/chunk-errors.ts';
import { createAppRouter, loadCode, loginPath } from '#web/app/router.tsx';
import { startLanguage } from '#web/lib/language.ts';
import { giveNonceToLibraries } from '#web/lib/page-nonce.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { leadNewTabs } from '#web/lib/unit.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
giveNonceToLibraries();
watchForChunkErrors();
leadNewTabs();
// Before anything else looks at the address, or keeps it. The page of a federated login takes its own code.
const bringsParameters =
  location.pathname !== '/federated-login' && /[?&](access_token|empresa|business|msal_error)=/.test(location.search);
const start = bringsParameters
  ? await (await import('#web/app/start-parameters.tsx')).takeStartParameters()
  : undefined;
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
// What cannot be fetched now is asked for again by the page, which can say so.
const { routes, parts } = loadCode(router, location.pathname);
const isLogin = location.pathname === loginPath;
// The login page's own title stands already (`build/login-picture.html`): no splash comes between it and the page.
await Promise.all([startLanguage(isLogin ? ['access'] : []), (isLogin ? parts : routes).catch(() => undefined)]);
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={router}>
      {start}
    </App>
  </StrictMode>,
);
