import type { DescribedInvitation, DescribedUser } from '#modules/access/demo/write-users.ts';
import type { DescribedCustomField } from '#modules/contacts/demo/custom-values.ts';
import type { Clientele } from '#modules/contacts/demo/make-contacts.ts';
import type { ImportedFile } from '#modules/imports/demo/write-imports.ts';
import type { Sending } from '#modules/sends/demo/make-sends.ts';
import type { DescribedSurvey } from '#modules/surveys/demo/write-surveys.ts';
import type { Moment } from '#platform/drawing/time-line.ts';
import type { CommentBank } from './comment-bank.ts';
import type { Story } from './score-story.ts';

/** A company of the demo as it is described; what is drawn from it and written, each module does in its own `demo/`. */
export interface DemoCompany {
  readonly name: string;
  /** Chooses the seed of everything drawn, and the keys of its links. */
  readonly seed: number;
  readonly units: readonly DemoUnit[];
  readonly users: readonly DemoUser[];
  /** What it asks of its contacts, in its order. */
  readonly customFields?: readonly DescribedCustomField[];
  /** Who has left, and who was asked in: apart, since ids and figures of the rest are drawn one after the other. */
  readonly others?: { readonly users: readonly DescribedUser[]; readonly invitations: readonly DescribedInvitation[] };
}

export interface DemoUser extends DescribedUser {
  /** The only unit that the user works in; every unit when left out. */
  readonly unit?: string;
  readonly managesAllCompanies?: boolean;
}

export interface DemoUnit extends Clientele {
  readonly name: string;
  readonly brandColor: string;
  readonly imports: readonly ImportedFile[];
  readonly surveys: readonly DemoSurvey[];
}

export interface DemoSurvey extends DescribedSurvey, Sending {
  readonly story: Story;
  readonly commentsOf: (moment: Moment) => CommentBank;
  /** Answers per day by the code on the counter, without a name. */
  readonly linkAnswersPerDay: number;
  readonly spanishShare: number;
}
