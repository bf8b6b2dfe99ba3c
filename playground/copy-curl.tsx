import { ToolbarButton, useGraphiQL } from '@graphiql/react';
import { getOperationAST, OperationTypeNode, parse } from 'graphql';
import { useState } from 'react';
import { copy } from './copy.js';
import { curlOf } from './curl.js';

/** A button of the editor's bar: what it shows, as a command for a shell. */
export function CopyCurl() {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const operationName = useGraphiQL((state) => state.operationName);
  const [said, setSaid] = useState('Copy as curl');
  const click = () => {
    const query = queryEditor?.getValue() ?? '';
    try {
      const operation = getOperationAST(parse(query), operationName);
      const text = variableEditor?.getValue().trim() ?? '';
      const variables: unknown = text === '' ? undefined : JSON.parse(text);
      const subscribes = operation?.operation === OperationTypeNode.SUBSCRIPTION;
      copy(curlOf({ url: new URL('/graphql', location.href).href, query, variables, operationName, subscribes }));
      setSaid('Copied as curl');
    } catch (error) {
      setSaid(`Not copied: ${error instanceof Error ? error.message : String(error)}`);
    }
    setTimeout(() => {
      setSaid('Copy as curl');
    }, 3_000);
  };
  return (
    <ToolbarButton label={said} onClick={click}>
      <svg
        className="graphiql-toolbar-icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <path d="M3 5h18v14H3zM6.5 9l3 3-3 3M12 15.5h5" />
      </svg>
    </ToolbarButton>
  );
}
