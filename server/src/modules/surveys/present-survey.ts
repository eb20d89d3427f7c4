import type { BusinessUnitId } from '@escuta/contract/ids';
import { surveyMetric } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import type { Scope } from '#platform/http/scope.ts';
import type { SurveyRow } from './queries.ts';

/** A survey of a unit as the wire shows it; to whoever is narrowed to some contacts without what everybody answered. */
export function presentSurvey(
  row: SurveyRow,
  unit: { id: BusinessUnitId; name: string },
  { narrowing }: Pick<Scope, 'narrowing'>,
): Survey {
  return {
    _id: row.id,
    title: row.title,
    icon: row.icon,
    _business: { _id: unit.id, nome: unit.name },
    metric: surveyMetric.parse(row.metric),
    status: row.status,
    channels: row.channels as Survey['channels'],
    whatsapp_params: row.whatsapp_params as Survey['whatsapp_params'],
    version: row.version,
    has_changes: row.draft_changed,
    responses: narrowing ? null : row.responses,
    last_answered_at: narrowing ? null : (row.last_answered_at?.toISOString() ?? null),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
