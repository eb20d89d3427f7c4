import { z } from 'zod';
import {
  NamedSubProcessor,
  providerServices,
  residencyLengthMax,
  subProcessorsMax,
} from '@escuta/contract/sub-processors';
import { tidyName } from '@escuta/contract/name';
import { SettingError } from '#platform/config/setting-error.ts';

const Named = z.array(NamedSubProcessor).max(subProcessorsMax);

const example = '[{"name":"…","country":"…","does":"…","data":"…"}]';
const services = `instead of does and data, service may be one of ${providerServices.join(', ')}`;
const problem = `must be a JSON list of at most ${subProcessorsMax}, such as ${example}; ${services}`;

/** Reads SUB_PROCESSORS: who else works on people's data for the installation, and who its providers are. @throws SettingError */
export function readSubProcessors(text: string | undefined): readonly NamedSubProcessor[] {
  if (!text) return [];
  const named = Named.safeParse(parsed(text));
  if (named.success) return named.data;
  const [place] = named.error.issues[0]?.path ?? [];
  throw new SettingError('SUB_PROCESSORS', typeof place === 'number' ? `${problem} (entry ${place + 1})` : problem);
}

/** Reads DATA_RESIDENCY: where the data is kept, in words such as `São Paulo, Brasil`. @throws SettingError */
export function readDataResidency(text: string | undefined): string | null {
  const residency = tidyName(text ?? '');
  if (residency.length > residencyLengthMax)
    throw new SettingError('DATA_RESIDENCY', `must be of at most ${residencyLengthMax} characters`);
  return residency || null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
