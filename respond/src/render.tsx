import { renderToStaticMarkup } from 'react-dom/server';
import script from 'virtual:island';
import { Document } from './components/Document.tsx';
import css from './page.css?inline';
import type { PageModel } from './page-model.ts';

/** The respondent's page as one HTML document: style and script inside, under the nonces of the model. */
export function renderPage(model: PageModel): string {
  return `<!doctype html>${renderToStaticMarkup(<Document model={model} css={css} script={script} />)}`;
}
