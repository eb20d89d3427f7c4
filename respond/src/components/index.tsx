export { Closing } from './Closing.tsx';
export { Notice } from './Notice.tsx';
export { PageFrame } from './PageFrame.tsx';
export { QuestionForm } from './QuestionForm.tsx';
export { Scale } from './Scale.tsx';
export { ScoreQuestion } from './ScoreQuestion.tsx';
export { Unsubscribe } from './Unsubscribe.tsx';
export { WhyQuestion } from './WhyQuestion.tsx';
