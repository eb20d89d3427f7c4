import { useState } from 'react';
import { CompanyStep } from '#web/features/sign-up/CompanyStep.tsx';
import { InviteStep } from '#web/features/sign-up/InviteStep.tsx';
import { PersonStep } from '#web/features/sign-up/PersonStep.tsx';
import type { Campaign } from '#web/features/sign-up/campaign.ts';
import type { Proven } from '#web/features/sign-up/sign-up-state.ts';
import { useSavers } from '#web/features/sign-up/use-savers.ts';
import { useEnter } from '#web/features/sign-up/use-enter.ts';

type Step = 'person' | 'company' | 'invite';

interface ProvenStepsProps {
  readonly step: Step;
  readonly proven: Proven;
  readonly campaign: Campaign;
  readonly returnUrl: string | undefined;
  readonly onStep: (step: Step) => void;
  /** The e-mail has become somebody's account. */
  readonly onExists: () => void;
  /** The proof of the e-mail is too old. */
  readonly onUnproven: () => void;
}

/** Steps 2 to 4, of somebody whose e-mail is proven. What is typed is saved from here, over all of them. */
export function ProvenSteps({ step, proven, campaign, returnUrl, onStep, onExists, onUnproven }: ProvenStepsProps) {
  const savers = useSavers(proven, campaign);
  // Never kept longer than this page, nor anywhere else: it signs its owner in at the end.
  const [password, setPassword] = useState('');
  const enter = useEnter(proven.email, password, returnUrl);
  if (step === 'person')
    return (
      <PersonStep
        proven={proven}
        saver={savers.user}
        onExists={onExists}
        onUnproven={onUnproven}
        onNext={(chosen) => {
          setPassword(chosen);
          onStep('company');
        }}
      />
    );
  if (step === 'company')
    return (
      <CompanyStep
        proven={proven}
        savers={savers}
        onBack={() => onStep('person')}
        onExists={onExists}
        onUnproven={onUnproven}
        onStarted={() => onStep('invite')}
      />
    );
  return <InviteStep token={proven.token} companyId={savers.company.id ?? proven.user?._empresa?._id} onDone={enter} />;
}
