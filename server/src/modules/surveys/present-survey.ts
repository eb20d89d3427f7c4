import type { BusinessUnitId } from '@escuta/contract/ids';
import { surveyMetric } from '@escuta/contract/surveys';
import type { Survey } from '@escuta/contract/surveys';
import type { SurveyRow } from './queries.ts';

/** A survey of a unit as the wire shows it. */
export function presentSurvey(row: SurveyRow, unit: { id: BusinessUnitId; name: string }): Survey {
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
    responses: row.responses,
    last_answered_at: row.last_answered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
