import { listCustomFields } from '@escuta/contract/custom-fields';
import { SegmentId } from '@escuta/contract/ids';
import { metrics } from '@escuta/contract/metrics';
import { getSegment, listSegments } from '@escuta/contract/segments';
import type { Segment } from '@escuta/contract/segments';
import { listSurveys } from '@escuta/contract/surveys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentBuilder } from '#web/features/contacts/segments/builder/SegmentBuilder.tsx';
import { SourcesContext } from '#web/features/contacts/segments/conditions/condition-entry.ts';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';

const route = getRouteApi('/shell/contatos/segmentos/$id');
const metricNames = [...metrics];
/** How many surveys a condition offers. */
const surveysMax = 100;

/** A segment that is being changed. */
export function SegmentPage() {
  const { t } = useTranslation('segments');
  const id = SegmentId.safeParse(route.useParams().id).data;
  const answer = useQuery(routeQuery(getSegment, id && { params: { id } }));
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  return (
    <>
      <WayBack />
      <PageHeader title={answer.data?.name ?? t('builder.one')} />
      <Loaded answer={answer}>
        {(segment) =>
          segment.definition ? (
            <WithSources segment={segment}>
              <SegmentBuilder key={segment._id} segment={segment} />
            </WithSources>
          ) : (
            <ListInstead list={segment} />
          )
        }
      </Loaded>
    </>
  );
}

/** A segment that is being made. */
export function NewSegmentPage() {
  const { t } = useTranslation('segments');
  return (
    <>
      <WayBack />
      <PageHeader title={t('builder.createTitle')} text={t('builder.createText')} />
      <WithSources>
        <SegmentBuilder segment={undefined} />
      </WithSources>
    </>
  );
}

function WayBack() {
  const { t } = useTranslation('segments');
  return <StandaloneLink to="/contatos/segmentos">{t('title')}</StandaloneLink>;
}

/** What conditions can name comes before them: a field is drawn by its type. */
function WithSources({ segment, children }: { readonly segment?: Segment; readonly children: ReactNode }) {
  // So do the texts of the metrics: a condition that is chosen must not wait for its own.
  useTranslation(metricNames);
  const customFields = useQuery(routeQuery(listCustomFields, {}));
  const segments = useQuery(routeQuery(listSegments, {}));
  const surveys = useQuery(routeQuery(listSurveys, { query: { limit: surveysMax } }));
  const [fields, others, asked] = [customFields.data?.data, segments.data?.data, surveys.data?.data];
  const id = segment?._id;
  const sources = useMemo(
    () => ({
      customFields: fields ?? [],
      segments: (others ?? []).filter(({ _id }) => _id !== id),
      surveys: asked ?? [],
    }),
    [fields, others, asked, id],
  );
  return (
    <Loaded answer={customFields}>
      {() => <Loaded answer={segments}>{() => <SourcesContext value={sources}>{children}</SourcesContext>}</Loaded>}
    </Loaded>
  );
}

/** A list has no conditions: its contacts are all there is to see. */
function ListInstead({ list: { _id, name } }: { list: Segment }) {
  const { t } = useTranslation('segments');
  return (
    <EmptyState
      drawing="people"
      title={t('builder.isList', { name })}
      text={t('builder.isListText')}
      action={
        <Button renderRoot={(props) => <Link to="/contatos" search={{ segment: _id }} {...props} />}>
          {t('seeContacts')}
        </Button>
      }
    />
  );
}
