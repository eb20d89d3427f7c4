import type { Survey, SurveyDefinition } from '@escuta/contract/surveys';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { FieldContext } from '#web/features/surveys/SurveyField.tsx';

export interface MessagePreviewProps {
  readonly surveyId: Survey['_id'];
  /** The texts as they are being written. */
  readonly definition: SurveyDefinition;
  /** The same, with their variables filled in. */
  readonly written: SurveyDefinition;
}

/** What the editor knows of the message that carries a survey over one channel. */
export interface MessageEntry {
  readonly Icon: Icon;
  readonly Fields: ComponentType<FieldContext>;
  /** The message as its reader meets it. */
  readonly Preview: ComponentType<MessagePreviewProps>;
}
