import type { Installation } from './installation.js';

/** Ids of what the steps of an audited installation have made, by the names that it has there. */
export function rowsOf(installation: () => Installation) {
  const id = { id: true } as const;
  const row = async (found: Promise<{ id: string } | null>): Promise<string> => {
    const { id: text } = (await found) ?? { id: 'nothing' };
    return text;
  };
  const user = (username: string) => row(installation().client.user.findFirst({ where: { username }, select: id }));
  const team = () => row(installation().client.team.findFirst({ where: { name: 'writers' }, select: id }));
  const project = () => row(installation().client.project.findFirst({ where: { name: 'plans' }, select: id }));
  const workspace = () => row(installation().client.workspace.findFirst({ where: { name: 'net' }, select: id }));
  const membership = async () =>
    row(installation().client.organizationMembership.findFirst({ where: { userId: await user('eve') }, select: id }));
  const version = (serial: bigint) =>
    row(installation().client.stateVersion.findFirst({ where: { serial }, select: id }));
  return { id, row, user, team, project, workspace, membership, version };
}

/** A text of an answer that a later step needs. */
export function keptIn(kept: Readonly<Record<string, string>>): (name: string) => string {
  return (name) => {
    const text = kept[name];
    if (text === undefined) throw new Error(`nothing was kept as ${name}`);
    return text;
  };
}
