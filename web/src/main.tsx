import './app/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/App.tsx';
import { watchForChunkErrors } from '#web/app/chunk-errors.ts';
import { createAppRouter } from '#web/app/router.tsx';
import { startLanguage } from '#web/lib/language.ts';
import { giveNonceToLibraries } from '#web/lib/page-nonce.ts';
import { createQueryClient } from '#web/lib/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
giveNonceToLibraries();
watchForChunkErrors();
await startLanguage();
const queryClient = createQueryClient();
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={createAppRouter(queryClient)} />
  </StrictMode>,
);
