import type { Role, TicketingRole } from '@escuta/contract/access-policy';
import type { SurveyTemplate } from '@escuta/contract/surveys';
import type { CommentBank } from './comment-bank.ts';
import type { Moment, Story } from './score-story.ts';

/** A company of the demo as it is described; what is drawn from it is made by `make-*.ts`. */
export interface DemoCompany {
  readonly name: string;
  /** Chooses the seed of everything drawn, and the keys of its links. */
  readonly seed: number;
  readonly allowTicketing: boolean;
  readonly units: readonly DemoUnit[];
  readonly users: readonly DemoUser[];
}

export interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ticketingRole?: TicketingRole;
  /** The only unit that the user works in; every unit when left out. */
  readonly unit?: string;
  readonly managesAllCompanies?: boolean;
}

export interface DemoUnit {
  readonly name: string;
  readonly brandColor: string;
  readonly contacts: number;
  /** How many of them came from files, newest file last. */
  readonly imports: readonly {
    readonly fileName: string;
    readonly daysAgo: number;
    readonly rows: number;
    readonly rejected: number;
  }[];
  /** The share of contacts that work for a company. */
  readonly employedShare: number;
  readonly areaCodes: readonly (readonly [areaCode: string, weight: number])[];
  readonly surveys: readonly DemoSurvey[];
}

export interface DemoSurvey {
  readonly title: string;
  readonly icon: string;
  readonly template: SurveyTemplate;
  readonly status: 'draft' | 'active' | 'paused';
  readonly story: Story;
  readonly commentsOf: (moment: Moment) => CommentBank;
  /** Sends, each on the same weekday and hour. */
  readonly waves?: {
    readonly everyWeeks: number;
    readonly contacts: number;
    readonly firstDaysAgo: number;
    readonly lastDaysAgo: number;
    /** 1 Monday to 7 Sunday. */
    readonly weekday: number;
    readonly hour: number;
  };
  /** Of the messages delivered, how many are answered. */
  readonly responseShare: number;
  /** Answers per day by the code on the counter, without a name. */
  readonly linkAnswersPerDay: number;
  readonly spanishShare: number;
}
