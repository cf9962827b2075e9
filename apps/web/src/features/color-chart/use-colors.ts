import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ColorsDocument } from '../../api/graph/color-chart/colors';
import type { Color } from './colors';

/** Colours that are read at a time. */
const A_PAGE = 100;

/** The whole range, page after page; undefined until all of it is there. */
export function useColors() {
  const { data, error, refetch, fetchMore } = useQuery(ColorsDocument, { variables: { first: A_PAGE } });
  const [refusal, setRefusal] = useState<unknown>();
  const { nodes, pageInfo } = data?.colors ?? {};
  const after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  useEffect(() => {
    if (after !== null && !refusal) fetchMore({ variables: { after } }).catch(setRefusal);
  }, [after, refusal, fetchMore]);
  const colors: readonly Color[] | undefined = after === null ? nodes : undefined;
  return {
    colors,
    error: error ?? refusal,
    retry: () => {
      if (error) void refetch();
      setRefusal(undefined);
    },
  };
}
