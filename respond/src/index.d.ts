import type { PageModel } from './page-model.ts';

export type {
  Answered,
  ClosingView,
  NoticeView,
  PageModel,
  Problem,
  QuestionView,
  UnsubscribeView,
  Value,
} from './page-model.ts';

/** The respondent's page as one HTML document: style and script inside, under the nonces of the model. */
export function renderPage(model: PageModel): string;
