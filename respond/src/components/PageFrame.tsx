import type { LegalBasis } from '@escuta/contract/legal-basis';
import type { ReactNode } from 'react';
import { fill } from '../words.ts';
import type { Words } from '../words.ts';

interface Props {
  readonly words: Words;
  readonly companyName: string | null;
  readonly legalBasis: LegalBasis | null;
  readonly isAnonymous?: boolean | undefined;
  /** Where the person stops the messages; null where no person is known. */
  readonly optOutUrl: string | null;
  /** What the page's script works on; absent where there is nothing for it to do. */
  readonly state?:
    | {
        readonly token: string;
        readonly responseId: string;
        readonly seq: number;
        readonly isUnsaid?: boolean;
      }
    | undefined;
  /** What the page is called where it stands beside another one. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** The company's name above, the one thing to do in the middle, privacy and our small mark below. */
export function PageFrame({ words, companyName, legalBasis, isAnonymous, optOutUrl, state, label, children }: Props) {
  return (
    <div className="page">
      {companyName && (
        <header>
          <i aria-hidden="true">{initialOf(companyName)}</i>
          <span>{companyName}</span>
        </header>
      )}
      <main
        aria-label={label}
        data-token={state?.token}
        data-response={state?.responseId}
        data-seq={state?.seq}
        data-unsaid={state?.isUnsaid || undefined}
      >
        {children}
      </main>
      {state && (
        <div className="bar">
          <output className="status" data-sending={words.sending} data-unsent={words.unsent} />
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M12 20v.1M8 16a6 6 0 0 1 8 0M4 12a12 12 0 0 1 16 0M4 4l16 16" />
          </svg>
          <button type="button">{words.tryNow}</button>
        </div>
      )}
      <footer>
        {companyName && (
          <p>
            {fill(words.privacy, { company: companyName })}
            {legalBasis && ` ${words.legalBasis[legalBasis]}`}
            {isAnonymous && ` ${words.anonymous}`}
          </p>
        )}
        <p>
          {optOutUrl && <a href={optOutUrl}>{words.optOut}</a>}
          <span>{words.madeWith}</span>
        </p>
      </footer>
    </div>
  );
}

function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '').toUpperCase();
}
