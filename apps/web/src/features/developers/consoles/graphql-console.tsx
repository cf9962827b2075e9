import { m } from '#messages';
import { useQuery } from '@tanstack/react-query';
import { GraphiQL } from 'graphiql';
import styles from 'graphiql/style.css?url';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { useCallback, useState } from 'react';
import { send } from '../../../api/http';
import { LoadState } from '../../../ui/load-state';
import { Skeleton } from '../../../ui/skeleton';
import { TextField } from '../../../ui/field';
import './consoles.css';
import { RedrawEditors } from './redraw-editors';
import { useDark } from './use-dark';
import { useStyleSheet } from './use-style-sheet';

const FIRST_DOCUMENT = `query Near {
  discoveriesNearby(
    latitude: 45.5
    longitude: -73.6
    first: 3
  ) {
    nodes {
      id
      title
    }
  }
}
`;

const readSchema = async (): Promise<GraphQLSchema> => buildSchema(await (await send('/schema.graphql')).text());

/** GraphiQL on our schema. Documents run with the token of the box above it, never with the player's session. */
export function GraphqlConsole() {
  const [token, setToken] = useState('');
  const isDark = useDark();
  const style = useStyleSheet(styles);
  const { data: schema, error, refetch } = useQuery({ queryKey: ['/schema.graphql'], queryFn: readSchema });
  const run = useCallback(
    async (asked: { query: string; operationName?: string | null; variables?: unknown }): Promise<object> => {
      if (token.trim() === '') return { errors: [{ message: m.developers_console_token_missing() }] };
      const response = await fetch('/graphql', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.trim()}` },
        body: JSON.stringify(asked),
      });
      return (await response.json()) as object;
    },
    [token],
  );
  const isReady = schema !== undefined && style === 'loaded';
  return (
    <>
      <TextField
        label={m.developers_console_token()}
        hint={m.developers_console_token_hint()}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        onChange={({ target }) => setToken(target.value)}
        className="max-w-2xl"
      />
      <LoadState
        loading={m.developers_console_loading()}
        failed={m.developers_console_failed()}
        isPending={!error && style !== 'failed' && !isReady}
        error={error ?? (style === 'failed' ? new Error(styles) : null)}
        onRetry={() => void refetch()}
      >
        <Skeleton className="h-[70dvh]" />
      </LoadState>
      {isReady && (
        // The library has English texts only.
        <div
          lang="en"
          className={
            `graphql-console ${isDark ? 'by-night' : ''} ` +
            `h-[75dvh] min-h-128 overflow-hidden rounded-md border ` +
            `border-edge`
          }
        >
          <GraphiQL
            fetcher={run}
            schema={schema}
            defaultQuery={FIRST_DOCUMENT}
            isHeadersEditorEnabled={false}
            showPersistHeadersSettings={false}
            forcedTheme={isDark ? 'dark' : 'light'}
          >
            <GraphiQL.Logo>
              <RedrawEditors />
            </GraphiQL.Logo>
          </GraphiQL>
        </div>
      )}
    </>
  );
}
