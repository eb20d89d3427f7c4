import { createSignUpCompany, createSignUpUser, updateSignUpCompany, updateSignUpUser } from '@escuta/contract/sign-up';
import type { CompanyId, UserId } from '@escuta/contract/ids';
import { useEffect, useState } from 'react';
import type { Campaign } from '#web/features/sign-up/campaign.ts';
import { DraftSaver } from '#web/features/sign-up/draft-saver.ts';
import type { Draft } from '#web/features/sign-up/draft-saver.ts';
import type { Proven } from '#web/features/sign-up/sign-up-state.ts';
import { call } from '#web/lib/call.ts';

export interface Savers {
  readonly user: DraftSaver<UserId>;
  readonly company: DraftSaver<CompanyId>;
}

/** What keeps the user and the company as they are typed. What an earlier sign-up typed is there already. */
export function useSavers(proven: Proven, campaign: Campaign): Savers {
  const [savers] = useState(() => makeSavers(proven, campaign));
  useEffect(
    () => () => {
      savers.user.stop();
      savers.company.stop();
    },
    [savers],
  );
  return savers;
}

function makeSavers({ email, token, user }: Proven, campaign: Campaign): Savers {
  const company = user?._empresa;
  return {
    user: new DraftSaver<UserId>({
      id: user?._id,
      saved: filled(user ?? {}, ['nome', 'phone', 'termsofuse', 'business_position', 'interests']),
      create: async (draft) => (await call(createSignUpUser, { body: { token, ...campaign, ...draft } }))._id,
      update: (id, changes) => call(updateSignUpUser, { params: { id }, body: { token, ...changes } }),
    }),
    company: new DraftSaver<CompanyId>({
      id: company?._id,
      saved: filled(company ?? {}, ['nome', 'business_area', 'business_size', 'interests']),
      create: async (draft) => (await call(createSignUpCompany, { body: { token, email, ...draft } }))._id,
      update: (id, changes) => call(updateSignUpCompany, { params: { id }, body: { token, email, ...changes } }),
    }),
  };
}

/** Some fields of a record, without those that hold nothing yet. */
function filled(record: Readonly<Record<string, unknown>>, names: readonly string[]): Draft {
  const fields = names.map((name) => [name, record[name]] as const);
  return Object.fromEntries(
    fields.filter((field): field is [string, string | boolean] => ['string', 'boolean'].includes(typeof field[1])),
  );
}
