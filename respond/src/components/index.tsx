export { Closing } from './Closing.tsx';
export { Notice } from './Notice.tsx';
export { PageFrame } from './PageFrame.tsx';
export { QuestionForm } from './QuestionForm.tsx';
export { Unsubscribe } from './Unsubscribe.tsx';
