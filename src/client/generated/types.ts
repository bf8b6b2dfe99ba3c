/** Shapes of the operations in graphql/client; written by codegen. */
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type MakeOptional<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]?: Maybe<T[SubKey]> };
export type MakeMaybe<T, K extends keyof T> = Omit<T, K> & { [SubKey in K]: Maybe<T[SubKey]> };
export type MakeEmpty<T extends { [key: string]: unknown }, K extends keyof T> = { [_ in K]?: never };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number of any size. Output is a JSON number if JavaScript can represent it exactly (from -9007199254740991 to 9007199254740991), otherwise a string of digits. Input may be either. */
  BigInt: { input: number | string; output: number | string; }
  /** A point in time, as ISO 8601 text in UTC with milliseconds: `2026-01-02T03:04:05.678Z`. Input may have another UTC offset. */
  DateTime: { input: string; output: string; }
  /** A duration in whole seconds, as an ISO 8601 duration of hours, minutes and seconds: `PT768H`, `PT1M30S`. Input may also use weeks and days (`P30D`), units as Go and Vault write them (`1h30m`, `30d`), or a number of seconds. */
  Duration: { input: number | string; output: string; }
  /** Any JSON value: an object, a list, a text, a number, a boolean or null. */
  JSON: { input: unknown; output: unknown; }
  /** One or more PEM objects, one after another, each between its own `-----BEGIN …-----` and `-----END …-----` lines. White space around them is ignored. */
  PEM: { input: string; output: string; }
  /** The serial number of a certificate: bytes in lower-case hexadecimal, separated by colons: `39:dd:2e:90`. Input may use dashes or no separator, in any case. */
  SerialNumber: { input: string; output: string; }
};

/** The invitation to accept. */
export type AcceptInvitationInput = {
  /** Identifier of the membership. */
  readonly id: Scalars['ID']['input'];
};

/** What an ACME account is. */
export type AcmeAccountStatus =
  /** Its client has ended it. */
  | 'DEACTIVATED'
  /** It was ended here: by somebody who may, or by a tidy because nobody used it. */
  | 'REVOKED'
  /** It can be used. */
  | 'VALID';

/** What the proof of a name is. */
export type AcmeAuthorizationStatus =
  /** Its client has given it up. */
  | 'DEACTIVATED'
  /** It failed. */
  | 'INVALID'
  /** It was not proven yet. */
  | 'PENDING'
  /** It is proven. */
  | 'VALID';

/** Whether accounts must be tied to somebody by a key (external account binding, RFC 8555 §7.3.4). */
export type AcmeEabPolicy =
  /** Accounts that were made without one are refused too. */
  | 'ALWAYS_REQUIRED'
  /** A new account needs one. */
  | 'NEW_ACCOUNT_REQUIRED'
  /** Accounts need none. */
  | 'NOT_REQUIRED';

/** A filter for orders. All conditions must be met. */
export type AcmeOrderFilter = {
  /** The account that ordered. */
  readonly accountId?: InputMaybe<Scalars['ID']['input']>;
};

/** What an ACME order is (RFC 8555 §7.1.6). */
export type AcmeOrderStatus =
  /** A proof failed, or it has expired, or its client has given it up. */
  | 'INVALID'
  /** Names are still to be proven. */
  | 'PENDING'
  /** All names are proven: the client can finalize it. */
  | 'READY'
  /** Its certificate was issued. */
  | 'VALID';

/** The user to invite to an organization, or to add to it. */
export type AddOrganizationMemberInput = {
  /** The email address of the user. Give either this or `username`. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Whether the user must accept an invitation first. Defaults to false for site administrators. For all other callers it is always true. */
  readonly invite?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name or id of the organization. */
  readonly organization: Scalars['String']['input'];
  /** Identifiers of the teams that the user joins. */
  readonly teamIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** The username. Give either this or `email`. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** The tag to add to workspaces. */
export type AddTagToWorkspacesInput = {
  /** The tag. */
  readonly id: Scalars['ID']['input'];
  /** The workspaces, at most 100. One that has the tag already keeps it as it is. */
  readonly workspaceIds: ReadonlyArray<Scalars['ID']['input']>;
};

/** The members of the organization to add to a team. */
export type AddTeamMembersInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Identifiers of the organization memberships of the users. */
  readonly membershipIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Usernames of the users. */
  readonly usernames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** The access of a team to a project: no more than the caller has there. */
export type AddTeamProjectAccessInput = {
  /** The access level. */
  readonly access: ProjectAccessLevel;
  /** What the team may do with the project itself. Only for CUSTOM. */
  readonly projectAccess?: InputMaybe<ProjectPartOfAccessInput>;
  /** Identifier of the project. */
  readonly projectId: Scalars['ID']['input'];
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
  /** What the team may do with the workspaces of the project. Only for CUSTOM. */
  readonly workspaceAccess?: InputMaybe<WorkspacePartOfAccessInput>;
};

/** The access of a team to a workspace. */
export type AddTeamWorkspaceAccessInput = {
  /** The access level. */
  readonly access: WorkspaceAccessLevel;
  /** Whether it may manage run tasks, stored for clients. Only for CUSTOM. Defaults to false. */
  readonly runTasks?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the team may do with runs. Only for CUSTOM. Defaults to READ. */
  readonly runs?: InputMaybe<RunAccess>;
  /** Access to the mock data of Sentinel, stored for clients. Only for CUSTOM. Defaults to NONE. */
  readonly sentinelMocks?: InputMaybe<MockAccess>;
  /** What the team may do with the state. Only for CUSTOM. Defaults to NONE. */
  readonly stateVersions?: InputMaybe<StateAccess>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
  /** What the team may do with variables. Only for CUSTOM. Defaults to NONE. */
  readonly variables?: InputMaybe<VariableAccess>;
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
  /** Whether the team may lock and unlock the workspace. Only for CUSTOM. Defaults to false. */
  readonly workspaceLocking?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The flat tags to add to a workspace. */
export type AddWorkspaceTagsInput = {
  /** The tags. To add a tag that the organization does not have yet, give its key. */
  readonly tags: ReadonlyArray<TagRef>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The request to approve. */
export type ApproveScepTransactionInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Identifier of the form `scep-…`. Records of the audit name the request by it. */
  readonly requestId: Scalars['ID']['input'];
};

/** What a variable set is to be for as well. */
export type AssignVariableSetInput = {
  /** Identifier of the set. */
  readonly id: Scalars['ID']['input'];
  /** Projects. A set is for at most 1000 projects. */
  readonly projectIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Workspaces. A set is for at most 1000 workspaces. */
  readonly workspaceIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** The kind of actor. */
export type AuditActorKind =
  /** A caller without a token, who used a signed URL. */
  | 'ANONYMOUS'
  /** A caller with the token of an organization. */
  | 'ORGANIZATION'
  /** A caller with a token that was created from another token. Only its policies give it rights. */
  | 'RESTRICTED'
  /** The service itself. */
  | 'SYSTEM'
  /** A caller with the token of a team. */
  | 'TEAM'
  /** A caller with the token of a user. */
  | 'USER';

/** The outcome of an action. */
export type AuditOutcome =
  /** The actor was not allowed to do it. */
  | 'DENIED'
  /** The actor was allowed to do it, but it failed. */
  | 'FAILURE'
  /** It was done. */
  | 'SUCCESS';

/** A filter for audit records. All conditions must be met. */
export type AuditRecordFilter = {
  /** An action; or the beginning of an action with a dot at its end, for all actions that begin so: `team.` */
  readonly action?: InputMaybe<Scalars['String']['input']>;
  /** Username or id of the actor. */
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  /** The outcome. */
  readonly outcome?: InputMaybe<AuditOutcome>;
  /** Only records from this time on. */
  readonly recordedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only records before this time. */
  readonly recordedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identifier of the object of the action. */
  readonly targetId?: InputMaybe<Scalars['ID']['input']>;
  /** Kind of the object of the action. */
  readonly targetType?: InputMaybe<AuditTargetType>;
};

/** The kind of object that an action was done to. */
export type AuditTargetType =
  /** An account of ACME. */
  | 'ACME_ACCOUNT'
  /** An authorization of ACME. */
  | 'ACME_AUTHORIZATION'
  /** A key that ties an account of ACME. */
  | 'ACME_EAB_KEY'
  /** An order of ACME. */
  | 'ACME_ORDER'
  /** Audit records. */
  | 'AUDIT_RECORD'
  /** A challenge for one request. */
  | 'AUTH_CHALLENGE'
  /** A method to sign in. */
  | 'AUTH_METHOD'
  /** A role of a method to sign in. */
  | 'AUTH_ROLE'
  /** A CEL role of a mount. */
  | 'CEL_ROLE'
  /** A certificate. */
  | 'CERTIFICATE'
  /** A shared secret of CMP. */
  | 'CMP_SECRET'
  /** A configuration version. */
  | 'CONFIGURATION_VERSION'
  /** An issuer. */
  | 'ISSUER'
  /** A key of a mount. */
  | 'KEY'
  /** A managed key. */
  | 'MANAGED_KEY'
  /** An account as a member of a team. */
  | 'MEMBERSHIP'
  /** A mount of the certificate authority. */
  | 'MOUNT'
  /** An organization. */
  | 'ORGANIZATION'
  /** An account as a member of an organization, or its invitation. */
  | 'ORGANIZATION_MEMBERSHIP'
  /** An object of a kind that this version does not know. */
  | 'OTHER'
  /** A path that policies decide on. */
  | 'PATH'
  /** A policy. */
  | 'POLICY'
  /** A project. */
  | 'PROJECT'
  /** A reserved key of tags. */
  | 'RESERVED_TAG_KEY'
  /** A role of a mount. */
  | 'ROLE'
  /** A run. */
  | 'RUN'
  /** A request for a certificate by SCEP. */
  | 'SCEP_TRANSACTION'
  /** Objects of several refusals that one record stands for. */
  | 'SEVERAL'
  /** The site. */
  | 'SITE'
  /** A state version. */
  | 'STATE_VERSION'
  /** An output of a state version. */
  | 'STATE_VERSION_OUTPUT'
  /** A tag. */
  | 'TAG'
  /** A team. */
  | 'TEAM'
  /** A team's access to a project. */
  | 'TEAM_PROJECT'
  /** A team's access to a workspace. */
  | 'TEAM_WORKSPACE'
  /** A token. */
  | 'TOKEN'
  /** A token role. */
  | 'TOKEN_ROLE'
  /** An account. */
  | 'USER'
  /** A variable. */
  | 'VARIABLE'
  /** A variable set. */
  | 'VARIABLE_SET'
  /** A webhook. */
  | 'WEBHOOK'
  /** A workspace. */
  | 'WORKSPACE';

/** Which tokens a method gives to those who sign in. */
export type AuthMethodTokenType =
  /** Always batch tokens. */
  | 'BATCH'
  /** Batch tokens, unless the role says otherwise. */
  | 'DEFAULT_BATCH'
  /** Service tokens, unless the role says otherwise. */
  | 'DEFAULT_SERVICE'
  /** Always service tokens. */
  | 'SERVICE';

/** How a method to sign in is to be tuned. What is not given stays. */
export type AuthMethodTuningInput = {
  /** It is only stored, for clients of Vault that set it. */
  readonly allowedResponseHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** It is only stored, for clients of Vault that set it. */
  readonly auditNonHmacRequestKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** It is only stored, for clients of Vault that set it. */
  readonly auditNonHmacResponseKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** How long tokens live if the role does not say. `PT0S` for the 768 hours of every token. */
  readonly defaultLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** It is only stored, for clients of Vault that set it. */
  readonly forceNoCache?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether clients show it to people who have not signed in. It is only stored. */
  readonly listingVisibility?: InputMaybe<ListingVisibility>;
  /** It is only stored, for clients of Vault that set it. */
  readonly local?: InputMaybe<Scalars['Boolean']['input']>;
  /** The longest lifetime of tokens, all renewals included. `PT0S` for the 768 hours of every token. */
  readonly maxLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** It is only stored, for clients of Vault that set it. */
  readonly passthroughRequestHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** It is only stored, for clients of Vault that set it. */
  readonly sealWrap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which tokens it gives. */
  readonly tokenType?: InputMaybe<AuthMethodTokenType>;
};

/** The types of methods to sign in. */
export type AuthMethodType =
  /** Client certificates. */
  | 'CERT'
  /** Challenges of SCEP, which only the SCEP server of a mount takes. */
  | 'SCEP'
  /** Names with passwords. */
  | 'USERPASS';

/** The tags with values to bind to a project. Its workspaces inherit them. */
export type BindProjectTagsInput = {
  /** The project. */
  readonly id: Scalars['ID']['input'];
  /** How the tags are combined with the tags that are bound already. Defaults to ADD. */
  readonly mode?: InputMaybe<TagBindingMode>;
  /** The tags. */
  readonly tags: ReadonlyArray<TagInput>;
};

/** The tags with values to bind to a workspace. */
export type BindWorkspaceTagsInput = {
  /** How the tags are combined with the tags that are bound already. Defaults to ADD. */
  readonly mode?: InputMaybe<TagBindingMode>;
  /** The tags. */
  readonly tags: ReadonlyArray<TagInput>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** Which tidy to end. */
export type CancelTidyInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Kinds of events of CEL roles. */
export type CelRoleEventKind =
  /** Its program changed, in parts or as a whole. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. The certificates issued under it are not deleted. There is no such event for roles that are deleted with their mount. */
  | 'DELETED';

/** A filter for CEL roles. All conditions must be met. */
export type CelRoleFilter = {
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Names a CEL role: by its id, or by its mount and name. */
export type CelRoleRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its mount and name. */
  { readonly id?: never; readonly named: RoleName; };

/** A named step of a program. */
export type CelVariableInput = {
  /** What it is: an expression in CEL. */
  readonly expression: Scalars['String']['input'];
  /** Its name: an identifier of CEL that no other variable has. */
  readonly name: Scalars['String']['input'];
};

/** Kinds of events of certificates. */
export type CertificateEventKind =
  /** It will expire soon: `withinDays` says how soon. */
  | 'EXPIRING'
  /** It was issued and stored. */
  | 'ISSUED'
  /** It was revoked. */
  | 'REVOKED';

/** A filter for certificates. All conditions must be met. */
export type CertificateFilter = {
  /** A domain: only certificates with a name below it, at any depth. */
  readonly below?: InputMaybe<Scalars['String']['input']>;
  /** The complete common name. Upper and lower case must match. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** Only certificates that expire at this time or later. */
  readonly expiresAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only certificates that expire before this time. */
  readonly expiresBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only certificates that were issued at this time or later. */
  readonly issuedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only certificates that were issued before this time. */
  readonly issuedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** The issuer: its identifier, its name, or `default`. */
  readonly issuer?: InputMaybe<Scalars['String']['input']>;
  /** Type of its key. */
  readonly keyType?: InputMaybe<KeyType>;
  /** The complete common name or a complete alternative name. Case does not matter. You can find a new certificate by its names shortly after it is issued. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The kind of name that `name` is. Defaults to any kind. */
  readonly nameKind?: InputMaybe<CertificateNameKind>;
  /** Name of the role that it was issued under. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** Serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
  /** Its status: valid, or why it is not valid. */
  readonly status?: InputMaybe<CertificateStatus>;
};

/** Formats of certificates. */
export type CertificateFormat =
  /** DER, in base64. */
  | 'DER'
  /** PEM. */
  | 'PEM'
  /** One PEM text: the private key if there is one, the certificate, and its issuer. */
  | 'PEM_BUNDLE';

/** Kinds of names in certificates. */
export type CertificateNameKind =
  /** Common name of the subject. */
  | 'COMMON_NAME'
  /** Host name. */
  | 'DNS'
  /** E-mail address. */
  | 'EMAIL'
  /** IP address. */
  | 'IP'
  /** Other name, `<oid>;UTF8:<value>`. */
  | 'OTHER'
  /** URI. */
  | 'URI';

/** The sort order of a list of certificates. */
export type CertificateOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: CertificateOrderField;
};

/** Fields by which certificates can be sorted. */
export type CertificateOrderField =
  /** Common name. Upper case may come before lower case. */
  | 'COMMON_NAME'
  /** Time of issuance. */
  | 'ISSUED_AT'
  /** Time of expiry. */
  | 'NOT_AFTER';

/** Which client certificates a role takes. What is not given stays. */
export type CertificateRuleInput = {
  /** Patterns, of which the common name must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedCommonNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns, of which a DNS name must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedDnsSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns, of which an email address must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedEmailSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Object identifiers of extensions whose text is in the metadata of tokens. */
  readonly allowedMetadataExtensions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns, of which the common name, a DNS name or an email address of the client must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns, of which an organizational unit must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedOrganizationalUnits?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns, of which a URI must fit one. In a pattern, `*` stands for any text. Empty for any. */
  readonly allowedUriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** PEM of one certificate or several: of authorities, which must be in the chain of a client, or of the client itself. */
  readonly certificate?: InputMaybe<Scalars['String']['input']>;
  /** Its name in records and in the names of tokens. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Extensions that the certificate must have: an object identifier, a colon, and a pattern of its text. */
  readonly requiredExtensions?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Whether a certificate is valid now, and if not, why. */
export type CertificateStatus =
  /** Its validity period has ended. */
  | 'EXPIRED'
  /** Its validity period has not begun. */
  | 'NOT_YET_VALID'
  /** It was revoked, before or after it expired. */
  | 'REVOKED'
  /** It is within its validity period and not revoked. */
  | 'VALID';

/** What to make of an ACME account. */
export type ChangeAcmeAccountStatusInput = {
  /** Identifier of the form `acct-…`. */
  readonly accountId: Scalars['ID']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** What it is to be. */
  readonly status: OperatedAcmeAccountStatus;
};

/** Changes to the workspaces that may read the state of a workspace. */
export type ChangeRemoteStateConsumersInput = {
  /** Identifiers of the workspaces that read the state. They must belong to the same organization. */
  readonly consumerIds: ReadonlyArray<Scalars['ID']['input']>;
  /** How the workspaces are combined with the present consumers. */
  readonly mode: RemoteStateConsumerMode;
  /** The workspace whose state is read. */
  readonly workspace: WorkspaceRef;
};

/** What a client says about the lock that it takes. At most 1024 characters each. */
export type ClientLockInput = {
  /** When the client says that it took it. */
  readonly created?: Scalars['String']['input'];
  /** What else it says about it. */
  readonly info?: Scalars['String']['input'];
  /** An id of its own, by which it knows the lock again. */
  readonly lockId: Scalars['String']['input'];
  /** What the client does under it. */
  readonly operation?: Scalars['String']['input'];
  /** The place of the state, as the client knows it. */
  readonly path?: Scalars['String']['input'];
  /** Version of the client. */
  readonly version?: Scalars['String']['input'];
  /** Who runs the client, and where. */
  readonly who?: Scalars['String']['input'];
};

/** The auth methods of CMP, all of them: one that is left out is taken away. */
export type CmpAuthenticatorsInput = {
  /** The one for certificates. */
  readonly cert?: InputMaybe<CmpCertAuthenticatorInput>;
};

/** The auth method that knows the certificates of those who sign messages. */
export type CmpCertAuthenticatorInput = {
  /** Accessor of the auth method. */
  readonly accessor: Scalars['String']['input'];
  /** The role of the auth method that certificates must fit. Null for any. */
  readonly certRole?: InputMaybe<Scalars['String']['input']>;
};

/** How common names are validated. */
export type CnValidation =
  /** Common names are not validated. It cannot be combined with other values. */
  | 'DISABLED'
  /** E-mail addresses. */
  | 'EMAIL'
  /** Host names. */
  | 'HOSTNAME';

/** The status of a configuration version, with the names of Terraform Enterprise. */
export type ConfigurationVersionStatus =
  /** Its content was deleted to save space. */
  | 'ARCHIVED'
  /** Its content could not be fetched. */
  | 'ERRORED'
  /** Its content is being fetched. */
  | 'FETCHING'
  /** Its content has not arrived yet. */
  | 'PENDING'
  /** Its content is there, and runs can use it. */
  | 'UPLOADED';

/** Changes to how certificates can be obtained by ACME. Fields that are left out do not change. */
export type ConfigureAcmeInput = {
  /** Whether certificates have the extended key usages of their role. Otherwise they are for servers. */
  readonly allowRoleExtKeyUsage?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names or identifiers of the issuers that ACME may use, or a single `*` for all. */
  readonly allowedIssuers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Names of the roles that ACME may use, or a single `*` for all. */
  readonly allowedRoles?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** What decides about orders where the path names no role: `forbid`, `sign-verbatim` (every name that is proven), `role:` with the name of a role, or `external-policy`, with `:` and the name of a policy for the service if it has some. */
  readonly defaultDirectoryPolicy?: InputMaybe<Scalars['String']['input']>;
  /** The name server that is asked when names are proven, as `address:port`. Empty for those of the server. */
  readonly dnsResolver?: InputMaybe<Scalars['String']['input']>;
  /** Whether accounts must be tied to somebody by a key. */
  readonly eabPolicy?: InputMaybe<AcmeEabPolicy>;
  /** Whether certificates can be obtained by ACME. `path` of the cluster configuration must be set for it. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long a certificate may be valid, whatever its role says. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Changes to when a mount is tidied by itself. Fields that are left out do not change. */
export type ConfigureAutoTidyInput = {
  /** How long an ACME account must have been unused to be revoked, and deactivated or revoked to be removed; how old a key for an account that nobody made must be. */
  readonly acmeAccountSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether runs begin by themselves. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long after the end of a run the next one begins, also after one that somebody started. Zero for never. */
  readonly intervalDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** How long an issuer must have expired. */
  readonly issuerSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether the status says how many certificates and revocations the mount stores. */
  readonly maintainStoredCertificateCounts?: InputMaybe<Scalars['Boolean']['input']>;
  /** The latest end of the time after the start of a server in which no run begins. It is chosen at random. */
  readonly maxStartupBackoffDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** How long after the start of a server a run begins at the earliest. */
  readonly minStartupBackoffDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** How many objects are read at once, from 5 to 10,000. They are removed a few at a time. */
  readonly pageSize?: InputMaybe<Scalars['Int']['input']>;
  /** How long to wait for each object that was looked at, in milliseconds. At most a minute. */
  readonly pauseMilliseconds?: InputMaybe<Scalars['Int']['input']>;
  /** Whether `/metrics` says so, too. */
  readonly publishStoredCertificateCountMetrics?: InputMaybe<Scalars['Boolean']['input']>;
  /** How old a request to revoke a certificate of another mount must be. */
  readonly revocationQueueSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** How long a certificate that was revoked must have expired. Null for `safetyBuffer`. */
  readonly revokedSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** How long a certificate must have expired. */
  readonly safetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** Removes ACME orders, those with a certificate once the safety buffer has passed since it expired. Then accounts without orders: those that nobody uses are revoked first, and removed later. Keys for accounts that nobody made go, too. */
  readonly tidyAcme?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes metadata of certificates that expired, once the safety buffer has passed since. */
  readonly tidyCertMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes certificates that expired, once the safety buffer has passed since. */
  readonly tidyCertStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes what is kept of transactions of CMP so that their messages are not taken twice, once they are too old to be taken. */
  readonly tidyCmpv2NonceStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** For revocations of other clusters, which are not kept here: does nothing. Revocations of other mounts are theirs, and `tidyRevokedCerts` removes them there. */
  readonly tidyCrossClusterRevokedCerts?: InputMaybe<Scalars['Boolean']['input']>;
  /** Deletes issuers that expired, once their safety buffer has passed since. Keys stay, and so do the default issuer and issuers of which a certificate that is revoked has not expired. */
  readonly tidyExpiredIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes stored certificates that cannot be read. */
  readonly tidyInvalidCerts?: InputMaybe<Scalars['Boolean']['input']>;
  /** For storage of Vault before 1.11, which does not exist here: does nothing. */
  readonly tidyMoveLegacyCaBundle?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes requests to revoke a certificate of another mount that were asked of this one and that nobody confirmed. */
  readonly tidyRevocationQueue?: InputMaybe<Scalars['Boolean']['input']>;
  /** Counts revocations whose issuer is no longer in the mount. */
  readonly tidyRevokedCertIssuerAssociations?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes revocations of certificates that expired, once the safety buffer has passed since, and the certificates. What a CRL still holds leaves it first, unless CRLs are rebuilt by time: then it stays until they have done so. */
  readonly tidyRevokedCerts?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The configuration of a method of type `CERT`. What is not given stays. */
export type ConfigureCertAuthInput = {
  /** Whether tokens may be renewed without the client certificate that signed in. */
  readonly disableBinding?: InputMaybe<Scalars['Boolean']['input']>;
  /** It is only stored, for clients of Vault that set it. */
  readonly enableIdentityAliasMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its path below `auth/`, without slashes at its ends. */
  readonly path: Scalars['String']['input'];
};

/** Changes to the values for the templates in addresses. Fields that are left out do not change. */
export type ConfigureClusterInput = {
  /** Address of this mount for authority information access. Empty if there is none. */
  readonly aiaPath?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Address of this mount. Empty if there is none. */
  readonly path?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to how certificates can be obtained by CMP. Fields that are left out do not change. */
export type ConfigureCmpInput = {
  /** Which fields of a request its audit record shows, as Vault names them. */
  readonly auditFields?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The auth methods that recognize the signers of messages. Without any, only shared secrets are accepted, and certificates that were obtained by CMP. */
  readonly authenticators?: InputMaybe<CmpAuthenticatorsInput>;
  /** Whether this mount is the one of `/.well-known/cmp`. At most one is. */
  readonly defaultMount?: InputMaybe<Scalars['Boolean']['input']>;
  /** What decides about requests where the path names no role: `sign-verbatim`, or `role:` with the name of a role. It must be set to enable CMP. */
  readonly defaultPathPolicy?: InputMaybe<Scalars['String']['input']>;
  /** Checks that are not made: `DisableMatchingKeyIdValidation` (a message names the key of the certificate that signed it) and `DisableCertTimeValidation` (that certificate of the mount has not expired). */
  readonly disabledValidations?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Is kept for clients of Vault. There is no Sentinel here. */
  readonly enableSentinelParsing?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether certificates can be obtained by CMP. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Changes to the settings of CRLs and OCSP responses. Fields that are left out do not change. */
export type ConfigureCrlInput = {
  /** Whether expired certificates can be revoked. */
  readonly allowExpiredCertRevocation?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether CRLs are rebuilt before they expire, instead of with each revocation. */
  readonly autoRebuild?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long before its expiry a CRL is rebuilt. */
  readonly autoRebuildGracePeriod?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether the mount takes part in revocation requests: those for certificates that it does not have are kept for other mounts, and those of other mounts for its own certificates. Requires `autoRebuild`. */
  readonly crossClusterRevocation?: InputMaybe<Scalars['Boolean']['input']>;
  /** How often delta CRLs are built. */
  readonly deltaRebuildInterval?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether CRLs are disabled. The CRLs that are published are then empty. */
  readonly disable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether delta CRLs are built. Requires `autoRebuild`. */
  readonly enableDelta?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long a CRL is valid. */
  readonly expiry?: InputMaybe<Scalars['Duration']['input']>;
  /** The largest number of entries in a CRL. -1 for no limit. */
  readonly maxCrlEntries?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether OCSP requests are refused. */
  readonly ocspDisable?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long an OCSP response is valid. Zero if it does not expire. */
  readonly ocspExpiry?: InputMaybe<Scalars['Duration']['input']>;
  /** How many shards new certificates are spread over. Each names a CRL that is only about its shard. 0 for none: their distribution point is the configured one. Requires an address of the mount in `clusterConfig`. */
  readonly shards?: InputMaybe<Scalars['Int']['input']>;
  /** Whether the mount takes part in the unified CRLs and OCSP responses of its authorities, with all mounts that have the same authority with its key. Requires `autoRebuild`. */
  readonly unifiedCrl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the paths of its own CRLs and OCSP responses serve the unified ones. Requires `unifiedCrl`. */
  readonly unifiedCrlOnExistingPaths?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes to how certificates can be obtained by EST. Fields that are left out do not change. */
export type ConfigureEstInput = {
  /** Which parts of a signing request that is, by the names that the parameters asking for the same have in REST. */
  readonly auditFields?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Which auth methods say who a client is. */
  readonly authenticators?: InputMaybe<EstAuthenticatorsInput>;
  /** Whether the paths below `/.well-known/est` without a label lead to this mount. Only one mount can have that. */
  readonly defaultMount?: InputMaybe<Scalars['Boolean']['input']>;
  /** What decides where the path names no role and no label: `sign-verbatim` (whatever a signing request asks for), or `role:` with the name of a role. Empty for nothing: then there is no such path. */
  readonly defaultPathPolicy?: InputMaybe<Scalars['String']['input']>;
  /** Whether rules of policies about parameters, and records of certificates, look at what signing requests ask for. */
  readonly enableSentinelParsing?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether certificates can be obtained by EST. Otherwise its paths are not there. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The labels below `/.well-known/est` that lead to this mount. No other mount can have the same. At most 100. */
  readonly labelToPathPolicy?: InputMaybe<ReadonlyArray<EstLabelPolicyInput>>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Changes to the external policy of a mount. Fields that are left out do not change. */
export type ConfigureExternalPolicyInput = {
  /** What the server shows to the service: a certificate, further certificates of its chain, and its private key, in PEM. The key is kept sealed. Empty for nothing. */
  readonly clientCertificateBundle?: InputMaybe<Scalars['String']['input']>;
  /** Whether certificates can be requested by the external policy. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** A path in JMESPath that selects what the service sees of the account. Empty for everything. */
  readonly entityJmespath?: InputMaybe<Scalars['String']['input']>;
  /** Address of the service, with `https`. Empty for none. */
  readonly externalServiceUrl?: InputMaybe<Scalars['String']['input']>;
  /** A path in JMESPath that selects what the service sees of the organizations of the account. Empty for everything. */
  readonly groupJmespath?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** How long a request to the service may take, from 1 to 60 seconds. */
  readonly timeout?: InputMaybe<Scalars['Duration']['input']>;
  /** Certificates in PEM of the authorities that the service may have its certificate from. Empty for those that are known publicly. */
  readonly trustedCa?: InputMaybe<Scalars['String']['input']>;
  /** Certificates in PEM of which the service must show one. Without `trustedCa`, it need not be signed by anybody known. Empty for any. */
  readonly trustedLeafCertificateBundle?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to the default issuer. Fields that are left out do not change. */
export type ConfigureIssuersInput = {
  /** Name or identifier of the issuer. */
  readonly default?: InputMaybe<Scalars['String']['input']>;
  /** Whether an issuer that is added with its key becomes the default. */
  readonly defaultFollowsLatestIssuer?: InputMaybe<Scalars['Boolean']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** The new default key. */
export type ConfigureKeysInput = {
  /** Name or identifier of the key. */
  readonly default: Scalars['String']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Changes to how certificates can be obtained by SCEP. Fields that are left out do not change. */
export type ConfigureScepInput = {
  /** Digests that signatures of messages may have: `sha-256`, `sha-384`, `sha-512`. */
  readonly allowedDigestAlgorithms?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ciphers that messages may have: `aes128-cbc`, `aes256-cbc`, `aes128-gcm`, `aes256-gcm`, and for old devices `3des-cbc`. */
  readonly allowedEncryptionAlgorithms?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The auth methods that authenticate requesters. */
  readonly authenticators?: InputMaybe<ScepAuthenticatorsInput>;
  /** What decides about requests where the path names no role: `sign-verbatim` (what the request says), or `role:` with the name of a role. Empty for nothing: then only paths with a role can be used. */
  readonly defaultPathPolicy?: InputMaybe<Scalars['String']['input']>;
  /** Whether certificates can be obtained by SCEP. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Kept for clients of Vault; the log level of the server decides. */
  readonly logLevel?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether somebody must approve each first certificate. Renewals by certificate need no approval. */
  readonly requireApproval?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether clients that ask for the certificates of the authority get the issuer alone, without its chain. */
  readonly restrictCaChainToIssuer?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes to the addresses in certificates. Fields that are left out do not change. */
export type ConfigureUrlsInput = {
  /** Addresses of the CRL of the issuer. */
  readonly crlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses of the delta CRL of the issuer. */
  readonly deltaCrlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether the templates `{{issuer_id}}`, `{{cluster_path}}` and `{{cluster_aia_path}}` in the addresses are filled in. */
  readonly enableTemplating?: InputMaybe<Scalars['Boolean']['input']>;
  /** Addresses of the certificate of the issuer. */
  readonly issuingCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Addresses of OCSP responders. */
  readonly ocspServers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** The directory whose accounts the key is for. */
export type CreateAcmeEabKeyInput = {
  /** The issuer in the path of the directory. Null for none. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The role in the path of the directory. Null for none. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
};

/** The role that the challenge is for, and how long it waits. */
export type CreateAuthChallengeInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The type that the method must have: otherwise there is no such role. Defaults to any. */
  readonly methodType?: InputMaybe<AuthMethodType>;
  /** Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255. */
  readonly name: Scalars['String']['input'];
  /** How long it waits. Defaults to an hour; at most 30 days. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
};

/** The complete role. */
export type CreateCelRoleInput = {
  /** The expression that decides. */
  readonly expression: Scalars['String']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name. It may contain letters, digits, underscores, dots and hyphens. */
  readonly name: Scalars['String']['input'];
  /** The steps of its program, in the order in which they are evaluated. */
  readonly variables?: InputMaybe<ReadonlyArray<CelVariableInput>>;
};

/** A secret for a client of CMP. */
export type CreateCmpSecretInput = {
  /** How many certificates can be issued by it. Defaults to 1; 0 for any number. */
  readonly maxUses?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** What a client names the secret by (`senderKID`). One is made if it is left out. */
  readonly reference?: InputMaybe<Scalars['String']['input']>;
  /** Whether its holder vouches for keys of others, and may renew and revoke every certificate of the mount. Only callers who may revoke can create such a secret. */
  readonly registrationAuthority?: InputMaybe<Scalars['Boolean']['input']>;
  /** The only role that certificates are issued by. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** The secret, at least 16 characters, if a device has one already. One is made if it is left out. */
  readonly secret?: InputMaybe<Scalars['String']['input']>;
  /** How long it is taken. Defaults to a day. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
};

/** The configuration version to record. */
export type CreateConfigurationVersionInput = {
  /** Whether to queue a run as soon as the configuration is there. Defaults to true. */
  readonly autoQueueRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** The branch that contains the commit. */
  readonly branch?: InputMaybe<Scalars['String']['input']>;
  /** The message of the commit. */
  readonly commitMessage?: InputMaybe<Scalars['String']['input']>;
  /** The commit of the configuration. */
  readonly commitSha?: InputMaybe<Scalars['String']['input']>;
  /** Address of a page that shows the commit. */
  readonly commitUrl?: InputMaybe<Scalars['String']['input']>;
  /** The repository of the configuration. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** Whether it becomes the current configuration only when a run with it is applied. */
  readonly provisional?: InputMaybe<Scalars['Boolean']['input']>;
  /** The user who pushed the commit. */
  readonly senderUsername?: InputMaybe<Scalars['String']['input']>;
  /** Its source. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is only for planning. */
  readonly speculative?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its status. Defaults to uploaded. */
  readonly status?: InputMaybe<ConfigurationVersionStatus>;
  /** Identifier of its workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** The certificate authority to create. It is empty at first. */
export type CreateMountInput = {
  /** Default time to live of certificates. If it is zero, the system's default applies. */
  readonly defaultLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The purpose of the mount. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Longest time to live of certificates. If it is zero, the system's limit applies. */
  readonly maxLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Its path below `/v1`. The path must not be above or below the path of another mount. */
  readonly path: Scalars['String']['input'];
  /** Other settings. They are stored for clients; only `listingVisibility` and `allowedManagedKeys` have an effect. */
  readonly tuning?: InputMaybe<TuningInput>;
};

/** The organization to create. The caller becomes its first owner. */
export type CreateOrganizationInput = {
  /** Whether a commit is to have one status for all workspaces. Excludes `sendPassingStatusesForUntriggeredSpeculativePlans`. */
  readonly aggregatedCommitStatusEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether everybody who may delete a workspace may also delete one that is locked or manages resources. Otherwise only owners may. */
  readonly allowForceDeleteWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether drift is to be checked regularly in all workspaces, by whoever runs them. */
  readonly assessmentsEnforced?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long the token that reads the audit trail lives at most. */
  readonly auditTrailTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether costs are to be estimated by whoever runs the workspaces. */
  readonly costEstimationEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Email address for messages to its owners. */
  readonly email: Scalars['String']['input'];
  /** Whether tokens live only as long as the four settings below say. */
  readonly maxTtlEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** 3 to 40 letters, digits, `-` and `_`. The name must be unique in this installation. */
  readonly name: Scalars['String']['input'];
  /** How long the token of the organization lives at most. */
  readonly organizationTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Name of the team of owners at the identity provider. */
  readonly ownersTeamSamlRoleId?: InputMaybe<Scalars['String']['input']>;
  /** Whether speculative plans that were not triggered are to be reported as passed. Excludes `aggregatedCommitStatusEnabled`. */
  readonly sendPassingStatusesForUntriggeredSpeculativePlans?: InputMaybe<Scalars['Boolean']['input']>;
  /** After how many minutes clients with sessions are to end them. */
  readonly sessionRemember?: InputMaybe<Scalars['Int']['input']>;
  /** After how many minutes without activity clients with sessions are to end them. */
  readonly sessionTimeout?: InputMaybe<Scalars['Int']['input']>;
  /** Whether waiting speculative plans of outdated commits are to be cancelled. */
  readonly speculativePlanManagementEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether stacks are to be used by whoever runs them. There are none here. */
  readonly stacksEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long tokens of teams live at most. */
  readonly teamTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** How long after its creation the token of a user reaches the organization. Tokens of site administrators always do. */
  readonly userTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
};

/** The token to create. It outlives the token of this request. */
export type CreateOrphanTokenInput = {
  /** Its name in audit records, which follows `token-` there. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Its longest lifetime from its creation, all renewals included. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The text of the token, instead of a random one: 16 to 256 visible ASCII characters without dots. No other token has had it. Requires `sudo`. */
  readonly id?: InputMaybe<Scalars['String']['input']>;
  /** Metadata to show with the token: texts by name. */
  readonly meta?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether it does not get the policy `default`. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it outlives the token it is created from. Requires `sudo`. */
  readonly noParent?: InputMaybe<Scalars['Boolean']['input']>;
  /** How many requests it allows. Each request takes one, whatever becomes of it. 0, the default, is any number. */
  readonly numUses?: InputMaybe<Scalars['Int']['input']>;
  /** Makes the token periodic: each renewal lasts this long, whatever it asks for. At most 768 hours. A token that is renewed in time does not expire before its `explicitMaxTtl`, if it has one. Requires `sudo`. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Names of its policies. The token of this request must have them too, unless it has `sudo`, which allows all policies except `root`. Defaults to the policies of the token of this request. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it can be renewed. Defaults to true. */
  readonly renewable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its time to live. Defaults to 768 hours. A longer time is reduced to that, with a warning. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Its type. Defaults to `SERVICE`. */
  readonly type?: InputMaybe<ServiceTokenType>;
};

/** The project to create. */
export type CreateProjectInput = {
  /** After how long without activity the resources of its workspaces are to be destroyed, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** The purpose of the project. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 3 to 40 letters, digits, `-`, `_`, and spaces in the middle. The name must be unique in the organization. */
  readonly name: Scalars['String']['input'];
  /** Name of its organization. */
  readonly organization: Scalars['String']['input'];
  /** The settings that it does not take from its organization. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** Tags to bind. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
};

/** The key to reserve. */
export type CreateReservedTagKeyInput = {
  /** Whether workspaces are kept from overriding what their project binds to the key. Defaults to false. */
  readonly disableOverrides?: InputMaybe<Scalars['Boolean']['input']>;
  /** The key, by the rules for keys of tags. */
  readonly key: Scalars['String']['input'];
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
};

/** The complete role. Fields that are left out get their defaults. */
export type CreateRoleInput = {
  /** Allows every valid name. */
  readonly allowAnyName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows the allowed domains themselves. */
  readonly allowBareDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows patterns in the allowed domains, where * stands for any text. */
  readonly allowGlobDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Lets values of {{identity…}} templates contain *, which is a pattern then: only for names that callers cannot choose. */
  readonly allowGlobsInIdentityTemplates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows IP addresses as alternative names. */
  readonly allowIpSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows localhost and localdomain as names. */
  readonly allowLocalhost?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names below the allowed domains, including wildcard names. */
  readonly allowSubdomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names with a wildcard in the leftmost label. If false, not even `allowAnyName` allows them. */
  readonly allowWildcardCertificates?: InputMaybe<Scalars['Boolean']['input']>;
  /** The allowed domains. Other fields say whether names may be equal to them or below them. */
  readonly allowedDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allows {{identity…}} templates in the allowed domains. */
  readonly allowedDomainsTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ranges of the IP addresses that are allowed, in CIDR form. An empty list allows all addresses. */
  readonly allowedIpSansCidr?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the other names that are allowed, <oid>;UTF8:<value>. A single * allows all. */
  readonly allowedOtherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the serial numbers that are allowed in the subject. */
  readonly allowedSerialNumbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the URIs that are allowed as alternative names. */
  readonly allowedUriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allows {{identity…}} templates in the allowed URIs. */
  readonly allowedUriSansTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of the user ids that are allowed in the subject. */
  readonly allowedUserIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Adds basic constraints that say that the certificate is not a CA certificate. */
  readonly basicConstraintsValidForNonCa?: InputMaybe<Scalars['Boolean']['input']>;
  /** Certificates are for clients (extended key usage). */
  readonly clientFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** How common names are validated: as email, as hostname, or disabled. */
  readonly cnValidations?: InputMaybe<ReadonlyArray<CnValidation>>;
  /** Certificates are for code signing (extended key usage). */
  readonly codeSigningFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates are for e-mail (extended key usage). */
  readonly emailProtectionFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows only host names in common names, in DNS names and in the domains of e-mail addresses. */
  readonly enforceHostnames?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of extended key usages, in addition to those of the flags. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Creates a lease for each certificate. */
  readonly generateLease?: InputMaybe<Scalars['Boolean']['input']>;
  /** The issuer that signs: default, a name or an identifier. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Size of generated keys, and smallest size of keys in signing requests, in bits. 0 means 2048 for rsa, 256 for ec and 65 for mldsa. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of key: rsa, ec, ed25519, mldsa, or any. With any, requests to issue say which. */
  readonly keyType?: InputMaybe<RoleKeyType>;
  /** Names of key usages. With an empty list, certificates do not have the extension. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** Which rules certificates are checked against before they are signed: rfc5280, or cabf-br for those of the CA/Browser Forum for TLS servers too. */
  readonly lintProfile?: InputMaybe<LintProfile>;
  /** From which severity on a rule that a certificate breaks refuses it: fatal, error or warning. Rules of less severity warn. */
  readonly lintSeverity?: InputMaybe<LintSeverity>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Longest time to live. 0 uses the limit of the mount. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name. It may contain letters, digits, underscores, dots and hyphens. */
  readonly name: Scalars['String']['input'];
  /** Does not store certificates. They cannot be listed or revoked by serial number. */
  readonly noStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** Does not store metadata for certificates. */
  readonly noStoreMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Fixed end of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which `notAfter` requests may give: permit (any), ttl-limited (none after what `ttl` allows), forbid (none), or a time, which no certificate outlives. */
  readonly notAfterBound?: InputMaybe<Scalars['String']['input']>;
  /** Fixed beginning of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration` and what requests ask for. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which `notBefore` requests may give: any, none before what `notBeforeDuration` allows, or none at all. */
  readonly notBeforeBound?: InputMaybe<NotBeforeBound>;
  /** How far in the past the validity of certificates begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificate policies under which certificates are issued: object identifiers, or objects with oid, cps and notice. Only the size of a request limits their number. */
  readonly policyIdentifiers?: InputMaybe<ReadonlyArray<PolicyIdentifierInput>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Requires a common name. */
  readonly requireCn?: InputMaybe<Scalars['Boolean']['input']>;
  /** Source of the serial number in the subject: json-csr (the parameter, or else the signing request) or json (only the parameter). */
  readonly serialNumberSource?: InputMaybe<SerialNumberSource>;
  /** Certificates are for servers (extended key usage). */
  readonly serverFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live if the request gives none. 0 uses the default of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Uses the common name of the signing request, if it has one. */
  readonly useCsrCommonName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Uses the alternative names of the signing request instead of those among the parameters. */
  readonly useCsrSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The run to record. */
export type CreateRunInput = {
  /** Whether to apply a successful plan without confirmation. Defaults to the setting of the workspace. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of its configuration version. Defaults to the newest one of the workspace. */
  readonly configurationVersionId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the service executes it. The internal account `service` then creates its state versions. */
  readonly executedByService?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it destroys everything. */
  readonly isDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** The reason for the run. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
  /** Whether it ends after the plan. */
  readonly planOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to refresh the state before planning. Defaults to true. */
  readonly refresh?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it only refreshes the state. */
  readonly refreshOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** The source of the run. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Its status. Defaults to pending. */
  readonly status?: InputMaybe<RunStatus>;
  /** The engine version that it uses. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of its workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** The token to create. It belongs to the same user, team or organization as the token of this request. Only its policies give it rights. */
export type CreateServiceTokenInput = {
  /** Its name in audit records, which follows `token-` there. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** Its longest lifetime from its creation, all renewals included. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The text of the token, instead of a random one: 16 to 256 visible ASCII characters without dots. No other token has had it. Requires `sudo`. */
  readonly id?: InputMaybe<Scalars['String']['input']>;
  /** Metadata to show with the token: texts by name. */
  readonly meta?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether it does not get the policy `default`. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it outlives the token it is created from. Requires `sudo`. */
  readonly noParent?: InputMaybe<Scalars['Boolean']['input']>;
  /** How many requests it allows. Each request takes one, whatever becomes of it. 0, the default, is any number. */
  readonly numUses?: InputMaybe<Scalars['Int']['input']>;
  /** Makes the token periodic: each renewal lasts this long, whatever it asks for. At most 768 hours. A token that is renewed in time does not expire before its `explicitMaxTtl`, if it has one. Requires `sudo`. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Names of its policies. The token of this request must have them too, unless it has `sudo`, which allows all policies except `root`. Defaults to the policies of the token of this request. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it can be renewed. Defaults to true. */
  readonly renewable?: InputMaybe<Scalars['Boolean']['input']>;
  /** The name of the role that it is created under. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** Its time to live. Defaults to 768 hours. A longer time is reduced to that, with a warning. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Its type. Defaults to `SERVICE`. */
  readonly type?: InputMaybe<ServiceTokenType>;
};

/** The state version to create in a workspace that you have locked. */
export type CreateStateVersionInput = {
  /** Whether to accept a lower serial or another lineage than that of the workspace. The lock is still required. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The state in JSON form (`terraform show -json`), in base64. */
  readonly jsonState?: InputMaybe<Scalars['String']['input']>;
  /** The output values (`values.outputs` of the JSON form), in base64. If you give them, the outputs are available immediately. Otherwise they are available after the content is read. */
  readonly jsonStateOutputs?: InputMaybe<Scalars['String']['input']>;
  /** The lineage. It must be the one in the state. */
  readonly lineage?: InputMaybe<Scalars['String']['input']>;
  /** MD5 of the raw state, in hex. */
  readonly md5: Scalars['String']['input'];
  /** Identifier of the run that produced the state. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The serial. It must be the one in the state. */
  readonly serial: Scalars['BigInt']['input'];
  /** The raw state in base64. For large states it is better to leave it out and to upload the content to `hostedStateUploadUrl`. The workspace cannot be unlocked before the upload. */
  readonly state?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** The team to create. */
export type CreateTeamInput = {
  /** Whether its members may create and revoke its tokens. Defaults to true. */
  readonly allowMemberTokenManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the team is for; at most 1,024 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 1 to 90 letters, digits, `-`, `_` and spaces between others. The name must be unique in the organization. */
  readonly name: Scalars['String']['input'];
  /** Name or id of the organization. */
  readonly organization: Scalars['String']['input'];
  /** Its permissions in the whole organization. */
  readonly organizationAccess?: InputMaybe<OrganizationAccessInput>;
  /** Identifier of the team at the identity provider. */
  readonly ssoTeamId?: InputMaybe<Scalars['String']['input']>;
  /** Who can see the team. Defaults to SECRET. */
  readonly visibility?: InputMaybe<TeamVisibility>;
};

/** The additional token of a team to create. */
export type CreateTeamTokenInput = {
  /** The purpose of the token, at most 255 characters, or empty. It must be different from the descriptions of the other tokens that the team has beside the one that can be created again. */
  readonly description: Scalars['String']['input'];
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its policies for the certificate authority. The caller must have each of them. Defaults to `root` for site administrators and to `default` for all others. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** The account to create for a person. */
export type CreateUserInput = {
  /** Email address of the person. */
  readonly email: Scalars['String']['input'];
  /** Whether it is a site administrator. Defaults to false. */
  readonly isSiteAdmin?: InputMaybe<Scalars['Boolean']['input']>;
  /** 3 to 40 letters, digits, `-` and `_`. The name must be unique in this installation. */
  readonly username: Scalars['String']['input'];
};

/** The token of a user to create. */
export type CreateUserTokenInput = {
  /** The purpose of the token, at most 255 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its policies for the certificate authority. The caller must have each of them. Defaults to `root` for site administrators and to `default` for all others. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Username or id of the user. Defaults to the caller. Only site administrators may name other users. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
};

/** The variable set to create. An organization has at most 1000. */
export type CreateVariableSetInput = {
  /** What it is for: at most 512 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is for every workspace of its organization. No two of these have a variable with the same key and category. Defaults to false. */
  readonly global?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name: at most 90 characters. */
  readonly name: Scalars['String']['input'];
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
  /** Whether its variables come before those of more specific places. Defaults to false. */
  readonly priority?: InputMaybe<Scalars['Boolean']['input']>;
  /** The project that owns it, and to whose workspaces it is bound. Defaults to the organization. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** The projects for whose workspaces it is. A set is for at most 1000 projects. */
  readonly projectIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Its variables. */
  readonly variables?: InputMaybe<ReadonlyArray<VariableOfSetInput>>;
  /** The workspaces that it is for. A set is for at most 1000 workspaces. */
  readonly workspaceIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** The variable to create in a set. */
export type CreateVariableSetVariableInput = {
  /** How a run gets it. */
  readonly category: VariableCategory;
  /** What it is for: at most 512 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether its value is an expression. Defaults to false. */
  readonly hcl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name: at most 128 characters. A workspace or set has at most 1000 variables. */
  readonly key: Scalars['String']['input'];
  /** Whether its value is never shown again. Defaults to false. */
  readonly sensitive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its value. Defaults to an empty text. At most 262144 bytes; all values of one workspace or set together have at most 4194304. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the set. */
  readonly variableSetId: Scalars['ID']['input'];
};

/** The webhook to create. */
export type CreateWebhookInput = {
  /** For CRL_EXPIRING: how many hours before their end, from 1 to 8760, at most ten numbers. */
  readonly crlExpiryHours?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  /** Whether anything is sent. Defaults to true. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** What it is told of. You must be allowed to see these events yourself. */
  readonly events: ReadonlyArray<WebhookEvent>;
  /** For CERTIFICATE_EXPIRING: how many days before their end, from 1 to 3650, at most ten numbers. */
  readonly expiryDays?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  /** The form of what is sent. Defaults to TRUSTATE. */
  readonly format?: InputMaybe<WebhookFormat>;
  /** Its name: 1 to 128 characters. */
  readonly name: Scalars['String']['input'];
  /** What it is of. Each has at most 20. */
  readonly of: WebhookPlace;
  /** What requests are signed with: 16 to 512 bytes. In the form of Terraform Enterprise, up to as many. */
  readonly secret?: InputMaybe<Scalars['String']['input']>;
  /** Its address: https or http, without user, password and fragment, at most 2048 characters. This server's own addresses, link-local ones and cloud metadata are refused. */
  readonly url: Scalars['String']['input'];
};

/** The workspace to create. */
export type CreateWorkspaceInput = {
  /** Whether destroy plans may be queued. */
  readonly allowDestroyPlan?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether drift is checked regularly. */
  readonly assessmentsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether successful plans are applied without confirmation. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether successful plans are applied without confirmation in runs that another workspace triggered. */
  readonly autoApplyRunTrigger?: InputMaybe<Scalars['Boolean']['input']>;
  /** When its resources are to be destroyed. */
  readonly autoDestroyAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** After how long without activity its resources are to be destroyed, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** The purpose of the workspace. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether only pushes that change watched files start a run. */
  readonly fileTriggersEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether every workspace of the organization may read its state. */
  readonly globalRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it uses the auto-destroy setting of its project. Defaults to false if it is given a setting of its own, and to true otherwise. */
  readonly inheritsProjectAutoDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** At most 90 letters, digits, `-` and `_`. The name must be unique in the organization. */
  readonly name: Scalars['String']['input'];
  /** Name of its organization. */
  readonly organization: Scalars['String']['input'];
  /** Identifier of its project. Defaults to the default project. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether every workspace of its project may read its state. Excludes `globalRemoteState`. */
  readonly projectRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether runs are queued from the first push on. */
  readonly queueAllRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** The settings that it does not take from its organization. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** Its source. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tool that created the workspace. */
  readonly sourceName?: InputMaybe<Scalars['String']['input']>;
  /** Address of the tool that created the workspace. */
  readonly sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Whether pull requests start speculative plans. */
  readonly speculativeEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the output of runs is shown in structured form instead of as text. */
  readonly structuredRunOutputEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tags to bind. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
  /** The engine version, or `latest`. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** Glob patterns of the files to watch in the repository, instead of paths. */
  readonly triggerPatterns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Paths to watch in the repository. */
  readonly triggerPrefixes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The repository to connect. Null removes the connection. */
  readonly vcsRepo?: InputMaybe<VcsRepoInput>;
  /** Folder of the repository in which the engine runs. */
  readonly workingDirectory?: InputMaybe<Scalars['String']['input']>;
};

/** The variable to create in a workspace. */
export type CreateWorkspaceVariableInput = {
  /** How a run gets it. */
  readonly category: VariableCategory;
  /** What it is for: at most 512 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether its value is an expression. Defaults to false. */
  readonly hcl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name: at most 128 characters. A workspace or set has at most 1000 variables. */
  readonly key: Scalars['String']['input'];
  /** Whether its value is never shown again. Defaults to false. */
  readonly sensitive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its value. Defaults to an empty text. At most 262144 bytes; all values of one workspace or set together have at most 4194304. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** An extension of a CRL or of one of its entries. */
export type CrlExtensionInput = {
  /** Whether software that does not know the extension must reject the CRL. */
  readonly critical?: Scalars['Boolean']['input'];
  /** Object identifier, with dots. */
  readonly id: Scalars['String']['input'];
  /** Its value: DER in base64. */
  readonly value: Scalars['String']['input'];
};

/** Formats of CRLs. */
export type CrlFormat =
  /** DER, in base64. */
  | 'DER'
  /** PEM. */
  | 'PEM';

/** The signing request to create with a key of the mount. */
export type CrossSignIntermediateInput = {
  /** Adds basic constraints of a CA certificate to the signing request. Some issuers require them. */
  readonly addBasicConstraints?: InputMaybe<Scalars['Boolean']['input']>;
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the certificate authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The existing key to use, only for type existing: its name, its identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Names of the key usages to request. Defaults to none. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The managed key to use, only for type kms: its UUID. */
  readonly managedKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The managed key to use, only for type kms: its name. */
  readonly managedKeyName?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it may lack `commonName`. It is signed with the common name of its signing request then, if that has one, and with the serial numbers of its subject if it is given none. By default, it must have one. */
  readonly withoutCommonName?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The effect of a data retention policy. */
export type DataRetentionKind =
  /** State versions that are older than a number of days are deleted. The current one is never deleted. */
  | 'DELETE_OLDER'
  /** Nothing is deleted. */
  | 'DONT_DELETE';

/** The workspace or organization that a data retention policy is set on. */
export type DataRetentionTarget =
  /** The organization. */
  { readonly organization: OrganizationRef; readonly workspace?: never; }
  |  /** The workspace. */
  { readonly organization?: never; readonly workspace: WorkspaceRef; };

/** The issuer for which a delegate is to answer OCSP requests. */
export type DelegateOcspInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** The key to delete. Accounts that it tied stay. */
export type DeleteAcmeEabKeyInput = {
  /** What a client sends as the identifier of the key (`kid`). */
  readonly kid: Scalars['ID']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** The role to delete. */
export type DeleteAuthRoleInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The type that the method must have: otherwise there is no such role. Defaults to any. */
  readonly methodType?: InputMaybe<AuthMethodType>;
  /** Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255. */
  readonly name: Scalars['String']['input'];
};

/** The CEL role to delete. */
export type DeleteCelRoleInput = {
  /** The role. */
  readonly role: CelRoleRef;
};

/** The secret to delete. Certificates that were issued by it stay. */
export type DeleteCmpSecretInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** What a client names the secret by (`senderKID`). */
  readonly reference: Scalars['String']['input'];
};

/** The issuer to delete. */
export type DeleteIssuerInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** The key to delete. The deletion is refused if an issuer uses the key. */
export type DeleteKeyInput = {
  /** The key. */
  readonly key: KeyRef;
};

/** The managed key to forget. The key in the token stays. */
export type DeleteManagedKeyInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** The mount to delete, with everything in it. */
export type DeleteMountInput = {
  /** The mount. */
  readonly mount: MountRef;
};

/** The organization to delete. */
export type DeleteOrganizationInput = {
  /** Whether its workspaces are deleted too, with all their state and also if they are locked. Defaults to false: then it must not have any. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** The policy to delete. */
export type DeletePolicyInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** The project to delete. */
export type DeleteProjectInput = {
  /** Identifier of the project. It must have no workspaces, and must not be the default project. */
  readonly id: Scalars['ID']['input'];
};

/** The reserved key to delete. Tags with this key stay. */
export type DeleteReservedTagKeyInput = {
  /** Identifier of the reserved key. */
  readonly id: Scalars['ID']['input'];
};

/** The role to delete. */
export type DeleteRoleInput = {
  /** The role. */
  readonly role: RoleRef;
};

/** The mount whose issuers and keys are all deleted. */
export type DeleteRootInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** The tags to delete from an organization, and to remove from all workspaces and projects. */
export type DeleteTagsInput = {
  /** The tags. */
  readonly ids: ReadonlyArray<Scalars['ID']['input']>;
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
};

/** The team to delete, with its tokens, members and access. */
export type DeleteTeamInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
};

/** The role to delete. Its tokens are not renewed any more. */
export type DeleteTokenRoleInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** The variable to delete. */
export type DeleteVariableInput = {
  /** Identifier of the variable. */
  readonly id: Scalars['ID']['input'];
};

/** The variable set to delete, with its variables. */
export type DeleteVariableSetInput = {
  /** Identifier of the set. */
  readonly id: Scalars['ID']['input'];
};

/** The webhook to delete. */
export type DeleteWebhookInput = {
  /** Identifier of the webhook. */
  readonly id: Scalars['ID']['input'];
};

/** The workspace to delete. */
export type DeleteWorkspaceInput = {
  /** Whether to delete it even if it is locked or still manages resources. Its state is lost. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The method to disable. */
export type DisableAuthMethodInput = {
  /** Its path below `auth/`, without slashes at its ends. */
  readonly path: Scalars['String']['input'];
};

/** Which requests to dismiss. */
export type DismissRevocationRequestInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Serial number of the certificate. */
  readonly serialNumber: Scalars['SerialNumber']['input'];
};

/** The method to enable. */
export type EnableAuthMethodInput = {
  /** What it is for, in words. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Its path below `auth/`, without slashes at its ends. Usually its type. */
  readonly path: Scalars['String']['input'];
  /** How it is to be tuned. */
  readonly tuning?: InputMaybe<AuthMethodTuningInput>;
  /** Its type: `userpass`, `cert` or `scep`. */
  readonly type: Scalars['String']['input'];
};

/** The issuer whose OCSP delegate is removed. */
export type EndOcspDelegationInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** Which auth methods say who a client of EST is, in place of all that did before. */
export type EstAuthenticatorsInput = {
  /** For clients that show a certificate. Null for none. */
  readonly cert?: InputMaybe<EstCertAuthenticatorInput>;
  /** For clients that send a name and a password. Null for none. */
  readonly userpass?: InputMaybe<EstUserpassAuthenticatorInput>;
};

/** The auth method for clients of EST that show a certificate. */
export type EstCertAuthenticatorInput = {
  /** The accessor of the auth method, such as `auth_userpass_1a2b3c4d`. */
  readonly accessor: Scalars['String']['input'];
  /** The role of the auth method that certificates must satisfy. Empty for any of its roles. */
  readonly certRole?: InputMaybe<Scalars['String']['input']>;
};

/** A label below `/.well-known/est`, and what decides there. */
export type EstLabelPolicyInput = {
  /** One part of a path. At most 64 letters, digits and `.`, `_`, `~`, `-`. */
  readonly label: Scalars['String']['input'];
  /** What decides there: `sign-verbatim` (whatever a signing request asks for), or `role:` with the name of a role. */
  readonly pathPolicy: Scalars['String']['input'];
};

/** The auth method for clients of EST that send a name and a password. */
export type EstUserpassAuthenticatorInput = {
  /** The accessor of the auth method, such as `auth_userpass_1a2b3c4d`. */
  readonly accessor: Scalars['String']['input'];
};

/** Where the runs of a workspace are executed. This service only stores state; clients execute the runs. */
export type ExecutionMode =
  /** On the machine of the user who runs the command line. */
  | 'LOCAL';

/** The request to explain. With a signing request it explains signing, otherwise issuance. */
export type ExplainCelIssuanceInput = {
  /** The signing request, in PEM. */
  readonly csr?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The parameters of the certificate: any object. Only the program of the role says what they mean; it knows them as `request`. */
  readonly request: Scalars['JSON']['input'];
  /** Name of the CEL role. */
  readonly role: Scalars['String']['input'];
};

/** The request to explain. With a signing request it explains signing, otherwise issuance. */
export type ExplainIssuanceInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Metadata in base64 to store with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Size of the key in bits, as for a role. Only for a role with any. 0 means that of the role. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. Only for a role with any, which requires it. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live. Defaults to that of the role. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Extended key usages of certificates (RFC 5280 §4.2.1.12) that have a name in this API. */
export type ExtKeyUsage =
  /** Named `any` in certificates. */
  | 'ANY'
  /** Named `clientAuth` in certificates. */
  | 'CLIENT_AUTH'
  /** Named `codeSigning` in certificates. */
  | 'CODE_SIGNING'
  /** Named `emailProtection` in certificates. */
  | 'EMAIL_PROTECTION'
  /** Named `ipsecEndSystem` in certificates. */
  | 'IPSEC_END_SYSTEM'
  /** Named `ipsecTunnel` in certificates. */
  | 'IPSEC_TUNNEL'
  /** Named `ipsecUser` in certificates. */
  | 'IPSEC_USER'
  /** Named `microsoftCommercialCodeSigning` in certificates. */
  | 'MICROSOFT_COMMERCIAL_CODE_SIGNING'
  /** Named `microsoftKernelCodeSigning` in certificates. */
  | 'MICROSOFT_KERNEL_CODE_SIGNING'
  /** Named `microsoftServerGatedCrypto` in certificates. */
  | 'MICROSOFT_SERVER_GATED_CRYPTO'
  /** Named `netscapeServerGatedCrypto` in certificates. */
  | 'NETSCAPE_SERVER_GATED_CRYPTO'
  /** Named `ocspSigning` in certificates. */
  | 'OCSP_SIGNING'
  /** Named `serverAuth` in certificates. */
  | 'SERVER_AUTH'
  /** Named `timeStamping` in certificates. */
  | 'TIME_STAMPING';

/** The workspace whose lock is released, even if somebody else holds it. */
export type ForceUnlockWorkspaceInput = {
  /** Release only the lock with this id: the one of `client`, or `holderId` of a lock without. */
  readonly lockId?: InputMaybe<Scalars['String']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The signing request for an intermediate authority to create. */
export type GenerateIntermediateInput = {
  /** Adds basic constraints of a CA certificate to the signing request. Some issuers require them. */
  readonly addBasicConstraints?: InputMaybe<Scalars['Boolean']['input']>;
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the certificate authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The existing key to use, only for type existing: its name, its identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Names of the key usages to request. Defaults to none. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The managed key to use, only for type kms: its UUID. */
  readonly managedKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The managed key to use, only for type kms: its name. */
  readonly managedKeyName?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The source of its key. */
  readonly type: KeySource;
  /** Which path the policies must allow: if true the one below `issuers/generate/`, if false the one below `root/generate/` or `intermediate/generate/`. By default, one of them is enough. */
  readonly underIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it may lack `commonName`. It is signed with the common name of its signing request then, if that has one, and with the serial numbers of its subject if it is given none. By default, it must have one. */
  readonly withoutCommonName?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The key to generate. */
export type GenerateKeyInput = {
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** The managed key to use, only for type kms: its UUID. */
  readonly managedKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The managed key to use, only for type kms: its name. */
  readonly managedKeyName?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether the private key is returned (only once) or not. */
  readonly type: KeySource;
};

/** The root to generate. */
export type GenerateRootInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the certificate authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Excluded domains of DNS names (name constraints). */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded mailboxes or hosts of e-mail addresses (name constraints). */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded ranges of IP addresses in CIDR form (name constraints). */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded hosts of URIs (name constraints). */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Names of extended key usages. They limit what certificates below it are for. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A name for the new issuer. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The existing key to use, only for type existing: its name, its identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Names of key usages, in addition to those that every CA certificate has. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The managed key to use, only for type kms: its UUID. */
  readonly managedKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The managed key to use, only for type kms: its name. */
  readonly managedKeyName?: InputMaybe<Scalars['String']['input']>;
  /** How many intermediate certificates may follow below it. -1 for no limit. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far in the past the validity of the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted domains of DNS names (name constraints). */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted mailboxes or hosts of e-mail addresses (name constraints). */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted ranges of IP addresses in CIDR form (name constraints). */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted hosts of URIs (name constraints). */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live. Defaults to that of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** The source of its key. */
  readonly type: KeySource;
  /** Which path the policies must allow: if true the one below `issuers/generate/`, if false the one below `root/generate/` or `intermediate/generate/`. By default, one of them is enough. */
  readonly underIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The CA certificates and keys to import. */
export type ImportIssuersInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** One or more certificates and keys, in any order. */
  readonly pemBundle: Scalars['PEM']['input'];
  /** How they are imported. */
  readonly way: ImportWay;
};

/** The key to import. */
export type ImportKeyInput = {
  /** A name for the key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** One private key. */
  readonly pemBundle: Scalars['PEM']['input'];
};

/** Ways to import CA certificates. */
export type ImportWay =
  /** As with `issuers/import/bundle`: certificates and keys. */
  | 'BUNDLE'
  /** As with `config/ca`: certificates and keys. If the mount has no default issuer, it gets one, even if that issuer cannot sign. */
  | 'CA'
  /** As with `issuers/import/cert`: only certificates. */
  | 'CERTIFICATES'
  /** As with `intermediate/set-signed`: a certificate that another certificate authority issued for a signing request of this mount. */
  | 'SIGNED';

/** The parameters of the certificate. */
export type IssueByCelRoleInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether self-signed certificates are left out of the chain of the answer. Defaults to false. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** The parameters of the certificate: any object. Only the program of the role says what they mean; it knows them as `request`. */
  readonly request: Scalars['JSON']['input'];
  /** Name of the CEL role. */
  readonly role: Scalars['String']['input'];
};

/** The kind of key, and the parameters for the service. */
export type IssueByExternalPolicyInput = {
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** The issuer that signs unless the service names another one: identifier, name or `default`. Defaults to the default issuer of the mount. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Name of a policy, for the service. */
  readonly policy?: InputMaybe<Scalars['String']['input']>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** The parameters of the certificate: any object. Only the service says what they mean. */
  readonly request?: InputMaybe<Scalars['JSON']['input']>;
};

/** The parameters of the certificate. */
export type IssueCertificateInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Metadata in base64 to store with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Size of the key in bits, as for a role. Only for a role with any. 0 means that of the role. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. Only for a role with any, which requires it. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live. Defaults to that of the role. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A filter for issuers. All conditions must be met. */
export type IssuerFilter = {
  /** Only issuers whose certificate expires at this time or later. */
  readonly expiresAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only issuers whose certificate expires before this time. */
  readonly expiresBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** A filter for keys. All conditions must be met. */
export type IssuerKeyFilter = {
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** An issuer by its place in a mount. */
export type IssuerName = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name, or `default`. */
  readonly reference: Scalars['String']['input'];
};

/** Names an issuer: by its id, or by its mount and name. */
export type IssuerRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its mount and name. */
  { readonly id?: never; readonly named: IssuerName; };

/** What an issuer may be used for. */
export type IssuerUsage =
  /** Sign CRLs. */
  | 'CRL_SIGNING'
  /** Issue and sign certificates. */
  | 'ISSUING_CERTIFICATES'
  /** Sign OCSP responses. */
  | 'OCSP_SIGNING'
  /** Read it. Every issuer has this usage. */
  | 'READ_ONLY';

/** Kinds of events of background work. Work that takes less than half a second is reported only if it fails. */
export type JobEventKind =
  /** It is done. */
  | 'COMPLETED'
  /** It failed. The server retries automatically. */
  | 'FAILED'
  /** It made progress. This is reported at most once a second. */
  | 'PROGRESSED'
  /** It is taking longer than half a second. */
  | 'STARTED';

/** A key by its place in a mount. */
export type KeyName = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name, or `default`. */
  readonly reference: Scalars['String']['input'];
};

/** Names a key: by its id, or by its mount and name. */
export type KeyRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its mount and name. */
  { readonly id?: never; readonly named: KeyName; };

/** The source of a key. */
export type KeySource =
  /** An existing key of the mount is used. */
  | 'EXISTING'
  /** A new key is generated, stored, and returned once. */
  | 'EXPORTED'
  /** A new key is generated and stored. It is never returned. */
  | 'INTERNAL'
  /** A managed key is used, which is in a PKCS#11 token and never leaves it. */
  | 'KMS';

/** Types of keys. */
export type KeyType =
  /** ECDSA, with a NIST curve. */
  | 'EC'
  /** Ed25519. */
  | 'ED25519'
  /** ML-DSA (RFC 9881), where Node has it. */
  | 'MLDSA'
  /** RSA, of 2048 bits or more. */
  | 'RSA';

/** Key usages of certificates (RFC 5280 §4.2.1.3). */
export type KeyUsage =
  /** Named `contentCommitment` in certificates. */
  | 'CONTENT_COMMITMENT'
  /** Named `crlSign` in certificates. */
  | 'CRL_SIGN'
  /** Named `dataEncipherment` in certificates. */
  | 'DATA_ENCIPHERMENT'
  /** Named `decipherOnly` in certificates. */
  | 'DECIPHER_ONLY'
  /** Named `digitalSignature` in certificates. */
  | 'DIGITAL_SIGNATURE'
  /** Named `encipherOnly` in certificates. */
  | 'ENCIPHER_ONLY'
  /** Named `keyAgreement` in certificates. */
  | 'KEY_AGREEMENT'
  /** Named `keyCertSign` in certificates. */
  | 'KEY_CERT_SIGN'
  /** Named `keyEncipherment` in certificates. */
  | 'KEY_ENCIPHERMENT';

/** What happens to a certificate that would expire after its issuer. */
export type LeafNotAfterBehavior =
  /** It is refused. Intermediates are refused too. */
  | 'ALWAYS_ENFORCE_ERR'
  /** It is refused. The validity of an intermediate is truncated instead, so it expires with its issuer. */
  | 'ERR'
  /** It is issued as requested. */
  | 'PERMIT'
  /** It expires with its issuer. */
  | 'TRUNCATE';

/** Whose rules certificates are checked against before they are signed. */
export type LintProfile =
  /** Those of the CA/Browser Forum for TLS servers too (Baseline Requirements). */
  | 'CABF_BR'
  /** Those of RFC 5280. */
  | 'RFC5280';

/** How much it matters that a certificate breaks a rule. */
export type LintSeverity =
  /** The document forbids it. */
  | 'ERROR'
  /** Nobody can use the certificate. It is always refused. */
  | 'FATAL'
  /** The document advises against it, or clients may dislike it. */
  | 'WARNING';

/** Who sees a mount in `visibleMounts`. Of a method to sign in, it is only stored. */
export type ListingVisibility =
  /** As `HIDDEN`. */
  | 'DEFAULT'
  /** Callers who may do anything in it. */
  | 'HIDDEN'
  /** Everybody. */
  | 'UNAUTH';

/** Kinds of holders of a lock. */
export type LockHolderKind =
  /** A run. */
  | 'RUN'
  /** A team. The lock was taken with a token of the team. */
  | 'TEAM'
  /** An account. */
  | 'USER';

/** The workspace to lock. */
export type LockWorkspaceInput = {
  /** What your program says about the lock. */
  readonly client?: InputMaybe<ClientLockInput>;
  /** The reason. Others who find the workspace locked can see it. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the run that is to hold the lock instead of you. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** Curves of managed keys. */
export type ManagedKeyCurve =
  /** NIST P-256. */
  | 'P256'
  /** NIST P-384. */
  | 'P384'
  /** NIST P-521. */
  | 'P521';

/** Hashes of test signatures. */
export type ManagedKeyHash =
  /** SHA-256. */
  | 'SHA256'
  /** SHA-384. */
  | 'SHA384'
  /** SHA-512. */
  | 'SHA512';

/** How a managed key signs: mechanisms of PKCS#11. */
export type ManagedKeyMechanism =
  /** ECDSA, with a NIST curve. */
  | 'ECDSA'
  /** RSA; PKCS#1 v1.5, or PSS where that is asked for. */
  | 'RSA_PKCS'
  /** RSA, always PSS. */
  | 'RSA_PKCS_PSS';

/** What a managed key may be used for. Certificate authorities only sign. */
export type ManagedKeyUsage =
  /** Decrypting. Kept for clients. */
  | 'DECRYPT'
  /** Encrypting. Kept for clients. */
  | 'ENCRYPT'
  /** Generating random numbers. Kept for clients. */
  | 'GENERATE_RANDOM'
  /** Authenticating messages. Kept for clients. */
  | 'MAC'
  /** Signing. */
  | 'SIGN'
  /** Unwrapping keys. Kept for clients. */
  | 'UNWRAP'
  /** Checking signatures. Kept for clients: that needs no token. */
  | 'VERIFY'
  /** Wrapping keys. Kept for clients. */
  | 'WRAP';

/** Access of a team to the mock data of Sentinel. It is stored for clients; this service has no such data. */
export type MockAccess =
  /** Nothing. */
  | 'NONE'
  /** Read it. */
  | 'READ';

/** A filter for certificate authorities. All conditions must be met. */
export type MountFilter = {
  /** Part of the path. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Background work of a mount. */
export type MountJob =
  /** Building a CRL. */
  | 'BUILD_CRL';

/** Names a certificate authority: by its id, or by its path. */
export type MountRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly path?: never; }
  |  /** Its path, below `/v1`. */
  { readonly id?: never; readonly path: Scalars['String']['input']; };

/** The mount to move, and its new path. */
export type MoveMountInput = {
  /** The mount. */
  readonly mount: MountRef;
  /** Its new path. */
  readonly path: Scalars['String']['input'];
};

/** The workspaces to move to a project. */
export type MoveWorkspacesInput = {
  /** The project to move them to. */
  readonly projectId: Scalars['ID']['input'];
  /** The workspaces, at most 100. */
  readonly workspaceIds: ReadonlyArray<Scalars['ID']['input']>;
};

/** Which beginnings of validity requests may give. */
export type NotBeforeBound =
  /** None before what `notBeforeDuration` allows. */
  | 'DURATION'
  /** None. */
  | 'FORBID'
  /** Any. */
  | 'PERMIT';

/** What an ACME account can be made. */
export type OperatedAcmeAccountStatus =
  /** It cannot be used any more, and its orders under way are given up. */
  | 'REVOKED'
  /** One that was revoked can be used again. */
  | 'VALID';

/** The sort direction. */
export type OrderDirection =
  /** Ascending: A before Z, earlier before later. */
  | 'ASC'
  /** Descending: Z before A, later before earlier. */
  | 'DESC';

/** The permissions of a team in its whole organization. In a new team, fields that are left out are false; in an existing team, they do not change. Callers who are no owners can only give what they have. */
export type OrganizationAccessInput = {
  /** See secret teams. */
  readonly accessSecretTeams?: InputMaybe<Scalars['Boolean']['input']>;
  /** Let others override policies. It is stored for clients; there is nothing here that it would allow. */
  readonly delegatePolicyOverrides?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage agent pools. It is stored for clients; there is nothing here that it would allow. */
  readonly manageAgentPools?: InputMaybe<Scalars['Boolean']['input']>;
  /** Add and remove members of the organization, and of the teams that they can see. */
  readonly manageMembership?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage modules of a registry. It is stored for clients; there is nothing here that it would allow. */
  readonly manageModules?: InputMaybe<Scalars['Boolean']['input']>;
  /** Give teams organization-wide permissions. */
  readonly manageOrganizationAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage policies. It is stored for clients; there is nothing here that it would allow. */
  readonly managePolicies?: InputMaybe<Scalars['Boolean']['input']>;
  /** Override policies. It is stored for clients; there is nothing here that it would allow. */
  readonly managePolicyOverrides?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create projects, and administer all projects with their workspaces. */
  readonly manageProjects?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage providers of a registry. It is stored for clients; there is nothing here that it would allow. */
  readonly manageProviders?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage run tasks. It is stored for clients; there is nothing here that it would allow. */
  readonly manageRunTasks?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create, change and delete teams, and manage their tokens. */
  readonly manageTeams?: InputMaybe<Scalars['Boolean']['input']>;
  /** Manage connections to version control. It is stored for clients; there is nothing here that it would allow. */
  readonly manageVcsSettings?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create workspaces, and administer all workspaces. */
  readonly manageWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
  /** Read every project with its workspaces and their state. */
  readonly readProjects?: InputMaybe<Scalars['Boolean']['input']>;
  /** Read every workspace and its state. */
  readonly readWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A filter for organizations. */
export type OrganizationFilter = {
  /** Part of the email address. Case does not matter. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Part of the name. Case does not matter. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Part of the name or of the email address. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** A filter for memberships. All conditions must be met. */
export type OrganizationMembershipFilter = {
  /** Only users with one of these email addresses. Case does not matter. */
  readonly emails?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of a username or of an email address. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Only memberships with this status. */
  readonly status?: InputMaybe<OrganizationMembershipStatus>;
};

/** The status of a membership. */
export type OrganizationMembershipStatus =
  /** The user is a member. */
  | 'ACTIVE'
  /** The user is invited and has not accepted yet. The membership gives no rights. */
  | 'INVITED';

/** Names an organization: by its id, or by its name. */
export type OrganizationRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly name?: never; }
  |  /** Its name. */
  { readonly id?: never; readonly name: Scalars['String']['input']; };

/** The state version whose backing data is permanently deleted. */
export type PermanentlyDeleteBackingDataInput = {
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** What a policy can allow at a path. */
export type PolicyCapability =
  /** Create what does not exist yet. Writes in this API need only `UPDATE`. */
  | 'CREATE'
  /** Delete it (DELETE). */
  | 'DELETE'
  /** Denies everything, even if other rules for the same path allow it. */
  | 'DENY'
  /** List what is below it (LIST). */
  | 'LIST'
  /** Change some of its fields (PATCH). */
  | 'PATCH'
  /** Read it (GET). */
  | 'READ'
  /** Everything. Only tokens with the policy `root` have this; rules cannot give it. */
  | 'ROOT'
  /** An additional capability that some paths require. */
  | 'SUDO'
  /** Write it, or run the operation (POST and PUT). */
  | 'UPDATE';

/** Kinds of events of policies. */
export type PolicyEventKind =
  /** Its text changed. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. Tokens that had it no longer have it. */
  | 'DELETED';

/** A certificate policy under which certificates are issued. */
export type PolicyIdentifierInput = {
  /** Address of the practice statement (RFC 5280 §4.2.1.4). */
  readonly cps?: InputMaybe<Scalars['String']['input']>;
  /** A notice to show to users of the certificate. */
  readonly notice?: InputMaybe<Scalars['String']['input']>;
  /** Its object identifier, with dots. */
  readonly oid: Scalars['String']['input'];
};

/** Formats of private keys. */
export type PrivateKeyFormat =
  /** The traditional encoding of the key type, as PEM or base64 like the certificate. */
  | 'DER'
  /** The same as `DER`. */
  | 'PEM'
  /** PKCS#8, in PEM. */
  | 'PKCS8';

/** What went wrong, as payloads report it. Programs should use this code, not the message. */
export type ProblemCode =
  /** invalid accessor */
  | 'ACCESSOR_NOT_FOUND'
  /** Unable to lock workspace. The workspace is already locked. */
  | 'ALREADY_LOCKED'
  /** certificate with serial <serial> not found */
  | 'CERTIFICATE_NOT_FOUND'
  /** The object was changed by somebody else; read it again and repeat the request */
  | 'CONFLICT'
  /** The content does not match what was declared for it */
  | 'CONTENT_MISMATCH'
  /** The content is not a state file */
  | 'CONTENT_NOT_STATE'
  /** The content is larger than the limit of <limit> bytes */
  | 'CONTENT_TOO_LARGE'
  /** The content of this state version is not available */
  | 'CONTENT_UNAVAILABLE'
  /** The CRL would hold more entries than the limit of the mount allows */
  | 'CRL_TOO_LARGE'
  /** The input is not valid */
  | 'INVALID_INPUT'
  /** The object is still in use */
  | 'IN_USE'
  /** there is no issuer with the reference <reference> */
  | 'ISSUER_NOT_FOUND'
  /** this issuer cannot be used for that: <usage> */
  | 'ISSUER_NOT_USABLE'
  /** adding issuer (id: <id>) to its own CRL is not allowed */
  | 'ISSUER_ON_OWN_CRL'
  /** there is no key with the reference <reference> */
  | 'KEY_NOT_FOUND'
  /** Unable to unlock workspace: latest state version is still pending */
  | 'LATEST_VERSION_PENDING'
  /** invalid lease */
  | 'LEASE_NOT_FOUND'
  /** The lineage provided in the state file does not match the value currently known for this workspace */
  | 'LINEAGE_CONFLICT'
  /** This workspace is locked by <who> and will only accept state uploads from them while locked. */
  | 'LOCK_HELD_BY_OTHER'
  /** The workspace is locked by <who>, under another lock id than the one given */
  | 'LOCK_ID_MISMATCH'
  /** This workspace is not locked and will only accept state uploads when locked */
  | 'LOCK_REQUIRED'
  /** The MD5 hash of the state provided does not match what is currently known for the same serial number */
  | 'MD5_CONFLICT'
  /** A required input is missing */
  | 'MISSING_INPUT'
  /** there is no mount at <path>/ */
  | 'MOUNT_NOT_FOUND'
  /** Name has already been taken */
  | 'NAME_TAKEN'
  /** The requested resource was not found, or you are not authorized to perform this action */
  | 'NOT_FOUND'
  /** This action is not available in this deployment */
  | 'NOT_IN_DEPLOYMENT'
  /** Unable to unlock workspace. The workspace is not locked. */
  | 'NOT_LOCKED'
  /** path is already in use at <path>/ */
  | 'PATH_IN_USE'
  /** permission denied */
  | 'PERMISSION_DENIED'
  /** the external policy of this mount is not enabled */
  | 'POLICY_NOT_ENABLED'
  /** the external policy service gave no answer that can be used */
  | 'POLICY_SERVICE_FAILED'
  /** The request breaks a rule of the role or of the authority */
  | 'REQUEST_REFUSED'
  /** The serial provided in the state file is not greater than the serial currently known remotely */
  | 'SERIAL_STALE'
  /** invalid credentials */
  | 'SIGN_IN_REFUSED'
  /** This content would exceed the storage quota of the organization. Its owners can permanently delete the backing data of old state versions, and a site administrator can raise the quota */
  | 'STORAGE_QUOTA_EXCEEDED'
  /** Organization tokens may not create or roll back state versions; use a user or team token */
  | 'TOKEN_KIND_REFUSED'
  /** bad token */
  | 'TOKEN_NOT_FOUND'
  /** The content has too many outputs */
  | 'TOO_MANY_OUTPUTS'
  /** transition not allowed */
  | 'TRANSITION_NOT_ALLOWED'
  /** unknown role: <name> */
  | 'UNKNOWN_ROLE'
  /** Unable to unlock workspace. The workspace is locked by <who>. */
  | 'UNLOCK_HELD_BY_OTHER'
  /** The workspace is locked and cannot be deleted safely */
  | 'WORKSPACE_LOCKED'
  /** The workspace still has resources under management and cannot be deleted safely */
  | 'WORKSPACE_MANAGES_RESOURCES'
  /** The state of the workspace is still being processed; it is not yet known whether deleting it is safe */
  | 'WORKSPACE_PROCESSING'
  /** wrapping token is not valid or does not exist */
  | 'WRAPPING_TOKEN_INVALID';

/** Levels of access of a team to a project and to each of its workspaces. */
export type ProjectAccessLevel =
  /** Administer the project, its workspaces and the access of teams. */
  | 'ADMIN'
  /** Read the project and its workspaces, and what `projectAccess` and `workspaceAccess` allow. */
  | 'CUSTOM'
  /** Also create workspaces in it, and administer them except for the access of teams. */
  | 'MAINTAIN'
  /** The access level READ in its workspaces. */
  | 'READ'
  /** The access level WRITE in its workspaces. */
  | 'WRITE';

/** A filter for projects. */
export type ProjectFilter = {
  /** Whether you may create workspaces in them. Only those. */
  readonly canCreateWorkspace?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether you may change them. Only those. */
  readonly canUpdate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Complete names. Only objects with one of these names. */
  readonly names?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Tags, with or without values. Only projects that have all of them, at most 20. */
  readonly tagged?: InputMaybe<ReadonlyArray<TaggedInput>>;
};

/** The sort order of a list of projects. */
export type ProjectOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: ProjectOrderField;
};

/** Fields by which projects can be sorted. */
export type ProjectOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name. */
  | 'NAME'
  /** Time of the last change. */
  | 'UPDATED_AT';

/** What a custom access allows with a project itself. What is left out does not change. */
export type ProjectPartOfAccessInput = {
  /** With the project itself. Defaults to READ. */
  readonly settings?: InputMaybe<SettingsAccess>;
  /** With the access of teams to it. Defaults to NONE. */
  readonly teams?: InputMaybe<TeamsAccess>;
  /** With its variable sets. Defaults to NONE. */
  readonly variableSets?: InputMaybe<VariableAccess>;
};

/** The request to refuse. */
export type RefuseScepTransactionInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Why, for its client. At most 200 characters. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the form `scep-…`. Records of the audit name the request by it. */
  readonly requestId: Scalars['ID']['input'];
};

/** The organization whose token is regenerated. */
export type RegenerateOrganizationTokenInput = {
  /** Whether the token is meant that only reads the audit trail. Defaults to false. */
  readonly auditTrail?: InputMaybe<Scalars['Boolean']['input']>;
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** The team whose token without description is regenerated. */
export type RegenerateTeamTokenInput = {
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** How the given consumers are combined with the present ones. */
export type RemoteStateConsumerMode =
  /** The given workspaces are added. */
  | 'ADD'
  /** The given workspaces are removed. */
  | 'REMOVE'
  /** The given workspaces replace the present consumers. */
  | 'REPLACE';

/** The data retention policy to remove. */
export type RemoveDataRetentionPolicyInput = {
  /** The workspace or organization. */
  readonly target: DataRetentionTarget;
};

/** The membership to remove. */
export type RemoveOrganizationMemberInput = {
  /** Identifier of the membership. */
  readonly id: Scalars['ID']['input'];
};

/** The members to remove from a team. */
export type RemoveTeamMembersInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Identifiers of the organization memberships of the users. */
  readonly membershipIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Usernames of the users. */
  readonly usernames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** The access of a team to a project, to remove. */
export type RemoveTeamProjectAccessInput = {
  /** Identifier of the access, `tprj-…`. */
  readonly id: Scalars['ID']['input'];
};

/** The access of a team to a workspace, to remove. */
export type RemoveTeamWorkspaceAccessInput = {
  /** Identifier of the access, `tws-…`. */
  readonly id: Scalars['ID']['input'];
};

/** The tags to remove from a workspace. */
export type RemoveWorkspaceTagsInput = {
  /** The tags. A tag that the workspace does not have is not an error. */
  readonly tags: ReadonlyArray<TagRef>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The renewal of the token of this request. */
export type RenewOwnTokenInput = {
  /** The new time to live, from now. Defaults to the time to live that the token was created with. A periodic token always gets its period. */
  readonly increment?: InputMaybe<Scalars['Duration']['input']>;
};

/** The token to renew. */
export type RenewServiceTokenInput = {
  /** The new time to live, from now. Defaults to the time to live that the token was created with. A periodic token always gets its period. */
  readonly increment?: InputMaybe<Scalars['Duration']['input']>;
  /** The token. */
  readonly token: ServiceTokenRef;
};

/** The delivery to send again. */
export type RepeatWebhookDeliveryInput = {
  /** Identifier of the delivery. */
  readonly id: Scalars['ID']['input'];
};

/** The issuer that becomes the default issuer. */
export type ReplaceRootInput = {
  /** The issuer, by name or identifier. Defaults to `next`. */
  readonly default?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** The CRLs to combine, all of one issuer. */
export type ResignCrlsInput = {
  /** Number of the CRL. */
  readonly crlNumber: Scalars['BigInt']['input'];
  /** CRLs that the issuer signed, one CRL in each element. */
  readonly crls: ReadonlyArray<Scalars['PEM']['input']>;
  /** For a delta CRL, the number of the complete CRL that it adds to. Defaults to -1, a complete CRL. */
  readonly deltaCrlBaseNumber?: InputMaybe<Scalars['BigInt']['input']>;
  /** Format of the result. */
  readonly format?: CrlFormat;
  /** The issuer that signs. */
  readonly issuer: IssuerRef;
  /** How long it is valid. */
  readonly nextUpdate?: Scalars['Duration']['input'];
};

/** A filter for resources. All conditions must be met. Texts must match completely. */
export type ResourceFilter = {
  /** Address without instance keys. */
  readonly address?: InputMaybe<Scalars['String']['input']>;
  /** The beginning of the address. */
  readonly addressPrefix?: InputMaybe<Scalars['String']['input']>;
  /** Whether the engine manages it or only reads it. */
  readonly mode?: InputMaybe<ResourceMode>;
  /** Path of the module, such as `module.net`. `root` for the root module. */
  readonly module?: InputMaybe<Scalars['String']['input']>;
  /** Name in the configuration. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Address of the provider, as in the state. */
  readonly provider?: InputMaybe<Scalars['String']['input']>;
  /** Type, such as `aws_vpc`. */
  readonly type?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of a workspace. Only resources of this workspace. */
  readonly workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** Whether the engine manages a resource or only reads it. */
export type ResourceMode =
  /** Declared with `data`: the engine only reads it. */
  | 'DATA'
  /** Declared with `resource`: created, changed and destroyed by the engine. */
  | 'MANAGED';

/** The state version whose backing data is restored. */
export type RestoreBackingDataInput = {
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** A filter for revocations. All conditions must be met. */
export type RevocationFilter = {
  /** Only certificates that were revoked at this time or later. */
  readonly revokedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only certificates that were revoked before this time. */
  readonly revokedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Serial number of the certificate. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** The sort order of a list of revocations. */
export type RevocationOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: RevocationOrderField;
};

/** Fields by which revocations can be sorted. */
export type RevocationOrderField =
  /** Time of revocation. */
  | 'REVOKED_AT';

/** Reasons for a revocation (RFC 5280 §5.3.1). */
export type RevocationReason =
  /** The attribute authority is, or may be, compromised. */
  | 'AA_COMPROMISE'
  /** The information about its subject is no longer correct. */
  | 'AFFILIATION_CHANGED'
  /** The private key of the certificate authority is, or may be, compromised. */
  | 'CA_COMPROMISE'
  /** It is no longer needed. */
  | 'CESSATION_OF_OPERATION'
  /** Its private key is, or may be, compromised. */
  | 'KEY_COMPROMISE'
  /** Its subject no longer has the privilege that the certificate confirms. */
  | 'PRIVILEGE_WITHDRAWN'
  /** Another certificate replaced it. */
  | 'SUPERSEDED'
  /** No reason was given. */
  | 'UNSPECIFIED';

/** The certificate to revoke. Give either its serial number or the certificate itself. */
export type RevokeCertificateInput = {
  /** The certificate itself, signed by an issuer of the mount. It does not have to be stored. */
  readonly certificate?: InputMaybe<Scalars['PEM']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The reason. Defaults to `UNSPECIFIED`. */
  readonly reason?: InputMaybe<RevocationReason>;
  /** Its serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** The certificate to revoke, and its private key as a proof that it is the caller’s own. */
export type RevokeCertificateWithKeyInput = {
  /** The certificate itself, signed by an issuer of the mount. It does not have to be stored. */
  readonly certificate?: InputMaybe<Scalars['PEM']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The private key of the certificate. The server only compares it, and does not store it. */
  readonly privateKey: Scalars['PEM']['input'];
  /** The reason. Defaults to `UNSPECIFIED`. */
  readonly reason?: InputMaybe<RevocationReason>;
  /** Its serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** The issuer to revoke. */
export type RevokeIssuerInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** The lease to end. */
export type RevokeLeaseInput = {
  /** The `lease_id` that came with the certificate. */
  readonly leaseId: Scalars['String']['input'];
};

/** The leases to end. */
export type RevokeLeasesInput = {
  /** Whether leases whose certificates cannot be revoked end too. Defaults to false. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The path that begins their ids, such as `pki/issue/web`. It ends where a part ends. */
  readonly prefix: Scalars['String']['input'];
  /** Whether to wait for up to 1000 leases instead of 50. Defaults to false. */
  readonly sync?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The organization whose token is meant. */
export type RevokeOrganizationTokenInput = {
  /** Whether the token is meant that only reads the audit trail. Defaults to false. */
  readonly auditTrail?: InputMaybe<Scalars['Boolean']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** The revocation of the token of this request. */
export type RevokeOwnTokenInput = {
  /** The accessor of the token. The token is only revoked if it has this accessor, so that you do not revoke another one by mistake. */
  readonly accessor?: InputMaybe<Scalars['String']['input']>;
};

/** The token to revoke, with every token created from it. */
export type RevokeServiceTokenInput = {
  /** The token. */
  readonly token: ServiceTokenRef;
};

/** The team whose token without description is meant. */
export type RevokeTeamTokenInput = {
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** The token to revoke, without the tokens created from it. */
export type RevokeTokenAloneInput = {
  /** The text of the token. */
  readonly token: Scalars['String']['input'];
};

/** The token to revoke. */
export type RevokeTokenInput = {
  /** Identifier of the token. */
  readonly id: Scalars['ID']['input'];
};

/** An entry of a CRL. */
export type RevokedEntryInput = {
  /** Extensions of the entry, such as the reason. */
  readonly extensions?: InputMaybe<ReadonlyArray<CrlExtensionInput>>;
  /** When it was revoked. Defaults to now. */
  readonly revokedAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Serial number of the certificate. */
  readonly serialNumber: Scalars['SerialNumber']['input'];
};

/** The answer to wrap again. */
export type RewrapAnswerInput = {
  /** The wrapping token, which is revoked. */
  readonly token: Scalars['String']['input'];
};

/** Kinds of events of roles. */
export type RoleEventKind =
  /** Some of its fields changed, or it was replaced completely. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted. The certificates issued under it are not deleted. There is no such event for roles that are deleted with their mount. */
  | 'DELETED';

/** A filter for roles. All conditions must be met. */
export type RoleFilter = {
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Types of keys for which a role issues certificates. */
export type RoleKeyType =
  /** Any type. A request to issue must say which. */
  | 'ANY'
  /** ECDSA, with a NIST curve. */
  | 'EC'
  /** Ed25519. */
  | 'ED25519'
  /** ML-DSA (RFC 9881), where Node has it. */
  | 'MLDSA'
  /** RSA, of 2048 bits or more. */
  | 'RSA';

/** A role by its place in a mount. */
export type RoleName = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** Names a role: by its id, or by its mount and name. */
export type RoleRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its mount and name. */
  { readonly id?: never; readonly named: RoleName; };

/** The state version to make current again in a workspace that you have locked. */
export type RollbackStateVersionInput = {
  /** Identifier of the state version to copy. */
  readonly stateVersionId: Scalars['ID']['input'];
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** The CRLs to rebuild. */
export type RotateCrlInput = {
  /** Whether to rebuild delta CRLs instead of complete CRLs. */
  readonly delta?: Scalars['Boolean']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** The root to generate in addition to the default issuer. */
export type RotateRootInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the certificate authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Excluded domains of DNS names (name constraints). */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded mailboxes or hosts of e-mail addresses (name constraints). */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded ranges of IP addresses in CIDR form (name constraints). */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded hosts of URIs (name constraints). */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Names of extended key usages. They limit what certificates below it are for. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A name for the new issuer. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** Size of the key in bits. RSA: 2048, 3072, 4096 or 8192; EC: 224, 256, 384 or 521; ML-DSA: 44, 65 or 87. 0 means 2048 for RSA, 256 for EC and 65 for ML-DSA. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The existing key to use, only for type existing: its name, its identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec, ed25519 or mldsa. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Names of key usages, in addition to those that every CA certificate has. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The managed key to use, only for type kms: its UUID. */
  readonly managedKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The managed key to use, only for type kms: its name. */
  readonly managedKeyName?: InputMaybe<Scalars['String']['input']>;
  /** How many intermediate certificates may follow below it. -1 for no limit. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far in the past the validity of the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted domains of DNS names (name constraints). */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted mailboxes or hosts of e-mail addresses (name constraints). */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted ranges of IP addresses in CIDR form (name constraints). */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted hosts of URIs (name constraints). */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live. Defaults to that of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** The source of its key. */
  readonly type: KeySource;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Access of a team to the runs of a workspace. */
export type RunAccess =
  /** Also create runs that apply changes. */
  | 'APPLY'
  /** Also create runs that only plan. */
  | 'PLAN'
  /** Read them. */
  | 'READ';

/** A filter for runs. All conditions must be met. Each list has at most 100 values. */
export type RunFilter = {
  /** Only runs of configurations of this commit: its whole hash. */
  readonly commitSha?: InputMaybe<Scalars['String']['input']>;
  /** Only runs that do one of these. */
  readonly runOperations?: InputMaybe<ReadonlyArray<RunOperation>>;
  /** Only runs from one of these sources. */
  readonly sources?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only objects with one of these statuses. */
  readonly statuses?: InputMaybe<ReadonlyArray<RunStatus>>;
  /** Only runs with this id, message, username or commit. Each must be given whole. */
  readonly text?: InputMaybe<Scalars['String']['input']>;
  /** Only runs that the account with this username recorded. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
  /** Only runs of workspaces with one of these names. */
  readonly workspaceNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** What a run does. */
export type RunOperation =
  /** It destroys everything. */
  | 'DESTROY'
  /** It plans, and applies the plan. */
  | 'PLAN_AND_APPLY'
  /** It ends after the plan. */
  | 'PLAN_ONLY'
  /** It only refreshes the state. */
  | 'REFRESH_ONLY';

/** The status of a run, with the names of Terraform Enterprise. */
export type RunStatus =
  /** Its plan was applied. The run has ended. */
  | 'APPLIED'
  /** Its plan is being applied. */
  | 'APPLYING'
  /** The apply waits to start. */
  | 'APPLY_QUEUED'
  /** It was canceled. The run has ended. */
  | 'CANCELED'
  /** Somebody confirmed its plan. */
  | 'CONFIRMED'
  /** Costs are estimated. */
  | 'COST_ESTIMATED'
  /** Costs are being estimated. */
  | 'COST_ESTIMATING'
  /** Its plan was discarded. The run has ended. */
  | 'DISCARDED'
  /** It failed. The run has ended. */
  | 'ERRORED'
  /** Its configuration is being fetched. */
  | 'FETCHING'
  /** Its configuration was fetched. */
  | 'FETCHING_COMPLETED'
  /** It was canceled by force. The run has ended. */
  | 'FORCE_CANCELED'
  /** It waits to start. */
  | 'PENDING'
  /** Its plan is complete, and the run waits for the next step. */
  | 'PLANNED'
  /** It ended after the plan, because there was nothing to apply or because it was only for planning. */
  | 'PLANNED_AND_FINISHED'
  /** Its plan is saved, to be applied later. */
  | 'PLANNED_AND_SAVED'
  /** Its plan is being created. */
  | 'PLANNING'
  /** The plan waits to start. */
  | 'PLAN_QUEUED'
  /** Policies passed, or were overridden. */
  | 'POLICY_CHECKED'
  /** Policies are being checked. */
  | 'POLICY_CHECKING'
  /** A policy failed, and somebody may override it. */
  | 'POLICY_OVERRIDE'
  /** A policy failed. The run has ended. */
  | 'POLICY_SOFT_FAILED'
  /** Tasks after the plan are complete. */
  | 'POST_PLAN_COMPLETED'
  /** Tasks after the plan are running. */
  | 'POST_PLAN_RUNNING'
  /** Tasks before the apply are complete. */
  | 'PRE_APPLY_COMPLETED'
  /** Tasks before the apply are running. */
  | 'PRE_APPLY_RUNNING'
  /** Tasks before the plan are complete. */
  | 'PRE_PLAN_COMPLETED'
  /** Tasks before the plan are running. */
  | 'PRE_PLAN_RUNNING'
  /** It waits for its turn in the workspace. */
  | 'QUEUING'
  /** It waits for its turn to apply. */
  | 'QUEUING_APPLY';

/** An auth method that authenticates requesters of certificates by SCEP. */
export type ScepAuthenticatorInput = {
  /** Accessor of the method. */
  readonly accessor: Scalars['String']['input'];
  /** The only role of the method that counts. Null or empty for all. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
};

/** The auth methods that authenticate requesters. One that is left out is removed. */
export type ScepAuthenticatorsInput = {
  /** How the certificate that signs a renewal is judged. Null: there are no renewals. */
  readonly cert?: InputMaybe<ScepAuthenticatorInput>;
  /** How the challenge password of a request is judged. Null: none is accepted. */
  readonly scep?: InputMaybe<ScepAuthenticatorInput>;
};

/** A filter for requests. All conditions must be met. */
export type ScepTransactionFilter = {
  /** What came of them. */
  readonly status?: InputMaybe<ScepTransactionStatus>;
};

/** What came of a request by SCEP. */
export type ScepTransactionStatus =
  /** Its certificate was issued. */
  | 'ISSUED'
  /** It waits for somebody to approve it. */
  | 'PENDING'
  /** Somebody refused it. */
  | 'REFUSED';

/** The source of the serial number in a subject. */
export type SerialNumberSource =
  /** Only the parameter. */
  | 'JSON'
  /** The parameter, or else the signing request. */
  | 'JSON_CSR';

/** Names a token: by its accessor, or by its text. */
export type ServiceTokenRef =
  /** Its accessor, which gives no access. */
  { readonly accessor: Scalars['String']['input']; readonly token?: never; }
  |  /** Its text. */
  { readonly accessor?: never; readonly token: Scalars['String']['input']; };

/** The types of tokens that are created from other tokens. */
export type ServiceTokenType =
  /** It can do none of these and has no accessor: it ends when its time is over, or with the token that it was created from. */
  | 'BATCH'
  /** It can be renewed and revoked, and can create other tokens. */
  | 'SERVICE';

/** The new password of a user. */
export type SetAuthPasswordInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The type that the method must have: otherwise there is no such role. Defaults to any. */
  readonly methodType?: InputMaybe<AuthMethodType>;
  /** Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255. */
  readonly name: Scalars['String']['input'];
  /** At most 4,096 characters, all of which count. */
  readonly password: Scalars['String']['input'];
};

/** The new policies of a user. */
export type SetAuthPoliciesInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The type that the method must have: otherwise there is no such role. Defaults to any. */
  readonly methodType?: InputMaybe<AuthMethodType>;
  /** Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255. */
  readonly name: Scalars['String']['input'];
  /** Names of the policies of whoever signs in. `root` admits nobody. What is not given stays. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** The data retention policy to set. */
export type SetDataRetentionPolicyInput = {
  /** The number of days, at least 1. Required for DELETE_OLDER. */
  readonly deleteOlderThanNDays?: InputMaybe<Scalars['Int']['input']>;
  /** Its effect. */
  readonly kind: DataRetentionKind;
  /** The workspace or organization. */
  readonly target: DataRetentionTarget;
};

/** The plan to set for an organization. */
export type SetOrganizationPlanInput = {
  /** The organization. */
  readonly organization: OrganizationRef;
  /** Name of the plan: `free`, `standard`, `enterprise`. */
  readonly plan: Scalars['String']['input'];
};

/** The quota of stored bytes to set for an organization. */
export type SetStorageQuotaInput = {
  /** The number of bytes. Required for BYTES. If the organization already stores more, nothing is deleted, but new content is refused. */
  readonly bytes?: InputMaybe<Scalars['BigInt']['input']>;
  /** The kind of quota. */
  readonly kind: StorageQuotaKind;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** Which settings a workspace or a project overwrites. */
export type SettingOverwritesInput = {
  /** Whether it overwrites the agent pool. */
  readonly overwritesAgentPool?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it overwrites the execution mode. */
  readonly overwritesExecutionMode?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Access of a team to a project itself. */
export type SettingsAccess =
  /** Also delete it. */
  | 'DELETE'
  /** Read it. */
  | 'READ'
  /** Also change its settings and tags. */
  | 'UPDATE';

/** The signing request and the parameters of the certificate. */
export type SignByCelRoleInput = {
  /** The signing request, in PEM. */
  readonly csr: Scalars['String']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether self-signed certificates are left out of the chain of the answer. Defaults to false. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** The parameters of the certificate: any object. Only the program of the role says what they mean; it knows them as `request`. */
  readonly request: Scalars['JSON']['input'];
  /** Name of the CEL role. */
  readonly role: Scalars['String']['input'];
};

/** The signing request, and the parameters for the service. */
export type SignByExternalPolicyInput = {
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** The issuer that signs unless the service names another one: identifier, name or `default`. Defaults to the default issuer of the mount. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Name of a policy, for the service. */
  readonly policy?: InputMaybe<Scalars['String']['input']>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** The parameters of the certificate: any object. Only the service says what they mean. */
  readonly request?: InputMaybe<Scalars['JSON']['input']>;
};

/** The signing request and the parameters of the certificate. */
export type SignCertificateInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Metadata in base64 to store with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live. Defaults to that of the role. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Who signs in, with a password. */
export type SignInInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** Its name. */
  readonly name: Scalars['String']['input'];
  /** The password. */
  readonly password: Scalars['String']['input'];
};

/** What whoever signs in gets. What is not given stays. */
export type SignInTermsInput = {
  /** Addresses and networks to sign in from, and to use tokens from. Empty for any. */
  readonly boundCidrs?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The same, fixed when a token is created: later changes do not move it. `PT0S` for none. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The longest lifetime of tokens, all renewals included. `PT0S` for what the method says. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether whoever signs in does not get the policy `default` by itself. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** How many requests a token allows. 0 for any number. */
  readonly numUses?: InputMaybe<Scalars['Int']['input']>;
  /** Makes tokens periodic: each renewal lasts this long. `PT0S` for tokens without a period. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Names of the policies of whoever signs in. `root` admits nobody. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether a token may only be used from the address that signed in. */
  readonly strictlyBindIp?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long tokens live. `PT0S` for what the method says. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Which tokens it gives. */
  readonly type?: InputMaybe<SignInTokenType>;
};

/** Which tokens a role gives to those who sign in. */
export type SignInTokenType =
  /** Batch tokens. */
  | 'BATCH'
  /** What the method says. */
  | 'DEFAULT'
  /** Service tokens. */
  | 'SERVICE';

/** Who signs in, with the client certificate of the connection. */
export type SignInWithCertificateInput = {
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The role. Defaults to the first that takes the certificate. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
};

/** The signing request of an intermediate authority, and the parameters for the service. */
export type SignIntermediateByExternalPolicyInput = {
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** The issuer that signs unless the service names another one: identifier, name or `default`. Defaults to the default issuer of the mount. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Name of a policy, for the service. */
  readonly policy?: InputMaybe<Scalars['String']['input']>;
  /** Format of the private key: der or pem for the traditional encoding of its type, pkcs8 for PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** The parameters of the certificate: any object. Only the service says what they mean. */
  readonly request?: InputMaybe<Scalars['JSON']['input']>;
};

/** The signing request of an intermediate authority, and the parameters of its certificate. */
export type SignIntermediateInput = {
  /** Host names and e-mail addresses as alternative names. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the certificate authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** If the certificate would outlive its issuer, the issuer's `leafNotAfterBehavior` applies. Otherwise the validity is truncated. */
  readonly enforceLeafNotAfterBehavior?: InputMaybe<Scalars['Boolean']['input']>;
  /** Does not add the common name to the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Excluded domains of DNS names (name constraints). */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded mailboxes or hosts of e-mail addresses (name constraints). */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded ranges of IP addresses in CIDR form (name constraints). */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Excluded hosts of URIs (name constraints). */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Names of extended key usages. They limit what certificates below it are for. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Names of key usages, in addition to those that every CA certificate has. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** How many intermediate certificates may follow below it. -1 for no limit except that of the issuer. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far in the past the validity of the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted domains of DNS names (name constraints). */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted mailboxes or hosts of e-mail addresses (name constraints). */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted ranges of IP addresses in CIDR form (name constraints). */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Permitted hosts of URIs (name constraints). */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Subject key identifier in hex. If it is empty, it is derived from the key. */
  readonly skid?: InputMaybe<Scalars['String']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live. Defaults to that of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Takes the subject, alternative names, key usages and extensions from the signing request. */
  readonly useCsrValues?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it may lack `commonName`. It is signed with the common name of its signing request then, if that has one, and with the serial numbers of its subject if it is given none. By default, it must have one. */
  readonly withoutCommonName?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The CRL to sign. */
export type SignRevocationListInput = {
  /** Number of the CRL. */
  readonly crlNumber: Scalars['BigInt']['input'];
  /** For a delta CRL, the number of the complete CRL that it adds to. Defaults to -1, a complete CRL. */
  readonly deltaCrlBaseNumber?: InputMaybe<Scalars['BigInt']['input']>;
  /** Extensions in addition to those that every CRL has. */
  readonly extensions?: InputMaybe<ReadonlyArray<CrlExtensionInput>>;
  /** Format of the result. */
  readonly format?: CrlFormat;
  /** The issuer that signs. */
  readonly issuer: IssuerRef;
  /** How long it is valid. */
  readonly nextUpdate?: Scalars['Duration']['input'];
  /** Its entries. Defaults to none. */
  readonly revokedCerts?: InputMaybe<ReadonlyArray<RevokedEntryInput>>;
};

/** The root to sign with another root. */
export type SignSelfIssuedInput = {
  /** The self-issued CA certificate in PEM. */
  readonly certificate: Scalars['PEM']['input'];
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether its key must have the same type as the key of the issuer. */
  readonly requireMatchingCertificateAlgorithms?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The signing request whose contents are certified, and the parameters of the certificate. */
export type SignVerbatimInput = {
  /** Adds basic constraints that say that the certificate is not a CA certificate. */
  readonly basicConstraintsValidForNonCa?: InputMaybe<Scalars['Boolean']['input']>;
  /** Metadata in base64 to store with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** The signing request in PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** If the certificate would outlive its issuer, the issuer's `leafNotAfterBehavior` applies. Otherwise the validity is truncated. */
  readonly enforceLeafNotAfterBehavior?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of extended key usages, if the signing request has no such extension. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages, if the signing request has no such extension. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Format of certificates: PEM, DER (in base64), or PEM with the private key and the chain. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** The issuer that signs, instead of the one of the role or mount: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Names of key usages, if the signing request has no such extension. An empty list adds no extension. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces ttl. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Beginning of the validity of the certificate, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration`. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Removes self-signed CA certificates from `caChain`. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role whose time to live applies, if any. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Time to live. Defaults to that of the role, if any, or of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** The state version whose backing data is marked for deletion. */
export type SoftDeleteBackingDataInput = {
  /** The number of days until the data is permanently deleted. Defaults to 7. */
  readonly deleteOlderThanNDays?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** What to remove from a mount. Nothing is removed that is not asked for. */
export type StartTidyInput = {
  /** How long an ACME account must have been unused to be revoked, and deactivated or revoked to be removed; how old a key for an account that nobody made must be. */
  readonly acmeAccountSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** How long an issuer must have expired. */
  readonly issuerSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** How many objects are read at once, from 5 to 10,000. They are removed a few at a time. */
  readonly pageSize?: InputMaybe<Scalars['Int']['input']>;
  /** How long to wait for each object that was looked at, in milliseconds. At most a minute. */
  readonly pauseMilliseconds?: InputMaybe<Scalars['Int']['input']>;
  /** How old a request to revoke a certificate of another mount must be. */
  readonly revocationQueueSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** How long a certificate that was revoked must have expired. Null for `safetyBuffer`. */
  readonly revokedSafetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** How long a certificate must have expired. */
  readonly safetyBuffer?: InputMaybe<Scalars['Duration']['input']>;
  /** Removes ACME orders, those with a certificate once the safety buffer has passed since it expired. Then accounts without orders: those that nobody uses are revoked first, and removed later. Keys for accounts that nobody made go, too. */
  readonly tidyAcme?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes metadata of certificates that expired, once the safety buffer has passed since. */
  readonly tidyCertMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes certificates that expired, once the safety buffer has passed since. */
  readonly tidyCertStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes what is kept of transactions of CMP so that their messages are not taken twice, once they are too old to be taken. */
  readonly tidyCmpv2NonceStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** For revocations of other clusters, which are not kept here: does nothing. Revocations of other mounts are theirs, and `tidyRevokedCerts` removes them there. */
  readonly tidyCrossClusterRevokedCerts?: InputMaybe<Scalars['Boolean']['input']>;
  /** Deletes issuers that expired, once their safety buffer has passed since. Keys stay, and so do the default issuer and issuers of which a certificate that is revoked has not expired. */
  readonly tidyExpiredIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes stored certificates that cannot be read. */
  readonly tidyInvalidCerts?: InputMaybe<Scalars['Boolean']['input']>;
  /** For storage of Vault before 1.11, which does not exist here: does nothing. */
  readonly tidyMoveLegacyCaBundle?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes requests to revoke a certificate of another mount that were asked of this one and that nobody confirmed. */
  readonly tidyRevocationQueue?: InputMaybe<Scalars['Boolean']['input']>;
  /** Counts revocations whose issuer is no longer in the mount. */
  readonly tidyRevokedCertIssuerAssociations?: InputMaybe<Scalars['Boolean']['input']>;
  /** Removes revocations of certificates that expired, once the safety buffer has passed since, and the certificates. What a CRL still holds leaves it first, unless CRLs are rebuilt by time: then it stays until they have done so. */
  readonly tidyRevokedCerts?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Access of a team to the state of a workspace. */
export type StateAccess =
  /** Nothing. */
  | 'NONE'
  /** Read every state version. */
  | 'READ'
  /** Read the outputs of the current state. */
  | 'READ_OUTPUTS'
  /** Also create state versions and roll back. Both require the lock. */
  | 'WRITE';

/** Background work on a state version. */
export type StateJob =
  /** Indexing its resources, so that `resources` finds them. */
  | 'INDEX_RESOURCES'
  /** Reading its content. Afterwards its resources, modules, providers and outputs are known. */
  | 'READ_CONTENT';

/** Kinds of events of state versions. */
export type StateVersionEventKind =
  /** Its content was permanently deleted. */
  | 'BACKING_DATA_PERMANENTLY_DELETED'
  /** Its content was restored. */
  | 'BACKING_DATA_RESTORED'
  /** Its content was marked for deletion. */
  | 'BACKING_DATA_SOFT_DELETED'
  /** It was created, with or without its content. */
  | 'CREATED'
  /** It was deleted, with its content and its outputs. */
  | 'DELETED'
  /** A newer state version replaced it before its content arrived. */
  | 'DISCARDED'
  /** Its content is stored. */
  | 'FINALIZED'
  /** Its content has been read: resources, modules, providers and outputs are known. */
  | 'PROCESSED';

/** A filter for state versions. */
export type StateVersionFilter = {
  /** Only objects with one of these statuses. */
  readonly statuses?: InputMaybe<ReadonlyArray<StateVersionStatus>>;
};

/** The status of a state version. */
export type StateVersionStatus =
  /** Its content was permanently deleted. */
  | 'BACKING_DATA_PERMANENTLY_DELETED'
  /** Its content is marked for deletion and can be restored. */
  | 'BACKING_DATA_SOFT_DELETED'
  /** A newer state version replaced it before its content arrived, or its content exceeded the storage quota. */
  | 'DISCARDED'
  /** Its content is stored. */
  | 'FINALIZED'
  /** Created; its content has not arrived yet. */
  | 'PENDING';

/** The kind of storage quota of an organization. */
export type StorageQuotaKind =
  /** This organization has a quota of its own. */
  | 'BYTES'
  /** The quota that the settings of this installation define for all organizations. */
  | 'INSTALLATION'
  /** This organization has no limit. */
  | 'UNLIMITED';

/** How the given tags are combined with the tags that are bound already. */
export type TagBindingMode =
  /** The given tags are added. A key that is bound already gets the new value. */
  | 'ADD'
  /** The given tags replace the tags that are bound already. */
  | 'REPLACE';

/** A filter for tags. */
export type TagFilter = {
  /** Identifier of a workspace. Excludes tags that this workspace already has. */
  readonly notOnWorkspaceId?: InputMaybe<Scalars['ID']['input']>;
  /** Part of the key. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** A tag to bind: a key with a value, or a flat tag, which is a key alone. */
export type TagInput = {
  /** The key. For a flat tag, its name. */
  readonly key: Scalars['String']['input'];
  /** The value. A flat tag has none. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** Names a tag: by its id, or by its key. */
export type TagRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly key?: never; }
  |  /** Its key. For a flat tag, its name. */
  { readonly id?: never; readonly key: Scalars['String']['input']; };

/** A tag to search for. */
export type TaggedInput = {
  /** The key. */
  readonly key: Scalars['String']['input'];
  /** The value. If you leave it out, any value matches. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** A filter for teams. All conditions must be met. */
export type TeamFilter = {
  /** Complete names. Only objects with one of these names. */
  readonly names?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** The sort order of a list of teams. */
export type TeamOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: TeamOrderField;
};

/** Fields by which teams can be sorted. */
export type TeamOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Name. */
  | 'NAME';

/** Who can see a team. */
export type TeamVisibility =
  /** Every member of the organization. */
  | 'ORGANIZATION'
  /** Its members, and users who manage teams. */
  | 'SECRET';

/** Access of a team to the access of teams to a project. */
export type TeamsAccess =
  /** Also give, change and remove access, up to what the caller has on the project. */
  | 'MANAGE'
  /** Nothing. */
  | 'NONE'
  /** See the access of teams that the caller can see. */
  | 'READ';

/** The managed key to test, and how it signs. */
export type TestManagedKeyInput = {
  /** The hash of the signature. Defaults to SHA256. */
  readonly hashAlgorithm?: InputMaybe<ManagedKeyHash>;
  /** Its name. */
  readonly name: Scalars['String']['input'];
  /** Whether a key of RSA makes a PSS signature. Defaults to false. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What became of a tidy. */
export type TidyState =
  /** It was ended by somebody. */
  | 'CANCELLED'
  /** It ends after its present step. */
  | 'CANCELLING'
  /** It ended early, and `error` says why. */
  | 'ERROR'
  /** It did everything that it was asked for. */
  | 'FINISHED'
  /** There was none yet. */
  | 'INACTIVE'
  /** It is at work, or goes on after a server that was at work has ended. */
  | 'RUNNING';

/** What kind of owner a token has. */
export type TokenKind =
  /** An organization. The token reads its audit trail by REST, and does nothing else. */
  | 'AUDIT_TRAILS'
  /** An organization. The token can administer workspaces, projects and teams, but not create or roll back state versions. */
  | 'ORGANIZATION'
  /** A team. The token has the permissions of the team. */
  | 'TEAM'
  /** A user. The token can do everything that the user may do. */
  | 'USER';

/** Which tokens a role creates. */
export type TokenRoleType =
  /** Always batch tokens. */
  | 'BATCH'
  /** Batch tokens, unless service tokens are asked for. */
  | 'DEFAULT_BATCH'
  /** Service tokens, unless batch tokens are asked for. */
  | 'DEFAULT_SERVICE'
  /** Always service tokens. */
  | 'SERVICE';

/** The method to tune, and what to change. */
export type TuneAuthMethodInput = {
  /** What it is for, in words. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Its path below `auth/`, without slashes at its ends. */
  readonly path: Scalars['String']['input'];
  /** What to change. */
  readonly tuning?: InputMaybe<AuthMethodTuningInput>;
};

/** Changes to a mount. Fields that are left out do not change. */
export type TuneMountInput = {
  /** Default time to live of certificates. If it is zero, the system's default applies. */
  readonly defaultLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The purpose of the mount. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Longest time to live of certificates. If it is zero, the system's limit applies. */
  readonly maxLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** The mount. */
  readonly mount: MountRef;
  /** Other settings. They are stored for clients; only `listingVisibility` and `allowedManagedKeys` have an effect. */
  readonly tuning?: InputMaybe<TuningInput>;
};

/** Settings that are stored for clients. Fields that are left out do not change. */
export type TuningInput = {
  /** Managed keys that the mount may use. */
  readonly allowedManagedKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Headers that responses may have. */
  readonly allowedResponseHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Request fields that are audited in plain text. */
  readonly auditNonHmacRequestKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Response fields that are audited in plain text. */
  readonly auditNonHmacResponseKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Accessors of auth methods, as clients of Vault keep them. `config/est` and its like say which methods count. */
  readonly delegatedAuthAccessors?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether the mount may use external entropy. */
  readonly externalEntropyAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether caches are skipped when its storage is read. */
  readonly forceNoCache?: InputMaybe<Scalars['Boolean']['input']>;
  /** The visibility of the mount in lists. */
  readonly listingVisibility?: InputMaybe<ListingVisibility>;
  /** Whether the mount belongs to one cluster only. */
  readonly local?: InputMaybe<Scalars['Boolean']['input']>;
  /** Options: texts by name. */
  readonly options?: InputMaybe<Scalars['JSON']['input']>;
  /** Request headers to pass on. */
  readonly passthroughRequestHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether its storage is encrypted a second time. */
  readonly sealWrap?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What a variable set is no longer to be for. What it is not for is no error. */
export type UnassignVariableSetInput = {
  /** Identifier of the set. */
  readonly id: Scalars['ID']['input'];
  /** Projects. */
  readonly projectIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Workspaces. */
  readonly workspaceIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** The workspace to unlock. */
export type UnlockWorkspaceInput = {
  /** Release only the lock with this id: the one of `client`, or `holderId` of a lock without. */
  readonly lockId?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the run that holds the lock. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The answer to take. */
export type UnwrapAnswerInput = {
  /** The wrapping token. */
  readonly token: Scalars['String']['input'];
};

/** Changes to the account of the caller. Fields that are left out do not change. */
export type UpdateAccountInput = {
  /** Email address of the person. If the caller is not a site administrator, a site administrator must confirm it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** The new username. Only site administrators can change it. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a CEL role. Fields that are left out do not change. */
export type UpdateCelRoleInput = {
  /** The expression that decides. */
  readonly expression?: InputMaybe<Scalars['String']['input']>;
  /** The role. */
  readonly role: CelRoleRef;
  /** The steps of its program, in the order in which they are evaluated. */
  readonly variables?: InputMaybe<ReadonlyArray<CelVariableInput>>;
};

/** Changes to an issuer. Fields that are left out do not change. */
export type UpdateIssuerInput = {
  /** Whether policies must allow `patch` instead of `update`. Defaults to false. */
  readonly asPatch?: InputMaybe<Scalars['Boolean']['input']>;
  /** Addresses of its CRL. */
  readonly crlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses of its delta CRL. */
  readonly deltaCrlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether the templates in the addresses are filled in. */
  readonly enableAiaUrlTemplating?: InputMaybe<Scalars['Boolean']['input']>;
  /** The issuer. */
  readonly issuer: IssuerRef;
  /** Its new name. An empty text removes the name. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** Addresses of its certificate. */
  readonly issuingCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** What happens to a certificate that would expire after it. */
  readonly leafNotAfterBehavior?: InputMaybe<LeafNotAfterBehavior>;
  /** Identifiers or names of the issuers of its chain, beginning with this issuer. With an empty list, the chain is built from signatures. */
  readonly manualChain?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses of OCSP responders. */
  readonly ocspServers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The algorithm with which it signs CRLs and OCSP responses, such as `SHA384WithRSA`. If it is empty, one that suits its key is used. */
  readonly revocationSignatureAlgorithm?: InputMaybe<Scalars['String']['input']>;
  /** What it may be used for. */
  readonly usage?: InputMaybe<ReadonlyArray<IssuerUsage>>;
};

/** The key to rename, and its new name. */
export type UpdateKeyInput = {
  /** The key. */
  readonly key: KeyRef;
  /** Its new name. An empty text removes the name. */
  readonly keyName: Scalars['String']['input'];
};

/** Changes to an organization. Fields that are left out do not change. */
export type UpdateOrganizationInput = {
  /** Whether a commit is to have one status for all workspaces. Excludes `sendPassingStatusesForUntriggeredSpeculativePlans`. */
  readonly aggregatedCommitStatusEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether everybody who may delete a workspace may also delete one that is locked or manages resources. Otherwise only owners may. */
  readonly allowForceDeleteWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether drift is to be checked regularly in all workspaces, by whoever runs them. */
  readonly assessmentsEnforced?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long the token that reads the audit trail lives at most. */
  readonly auditTrailTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether costs are to be estimated by whoever runs the workspaces. */
  readonly costEstimationEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Email address for messages to its owners. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Whether tokens live only as long as the four settings below say. */
  readonly maxTtlEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its new name. Addresses with the old name stop working. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
  /** How long the token of the organization lives at most. */
  readonly organizationTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Name of the team of owners at the identity provider. */
  readonly ownersTeamSamlRoleId?: InputMaybe<Scalars['String']['input']>;
  /** Whether speculative plans that were not triggered are to be reported as passed. Excludes `aggregatedCommitStatusEnabled`. */
  readonly sendPassingStatusesForUntriggeredSpeculativePlans?: InputMaybe<Scalars['Boolean']['input']>;
  /** After how many minutes clients with sessions are to end them. */
  readonly sessionRemember?: InputMaybe<Scalars['Int']['input']>;
  /** After how many minutes without activity clients with sessions are to end them. */
  readonly sessionTimeout?: InputMaybe<Scalars['Int']['input']>;
  /** Whether waiting speculative plans of outdated commits are to be cancelled. */
  readonly speculativePlanManagementEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether stacks are to be used by whoever runs them. There are none here. */
  readonly stacksEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long tokens of teams live at most. */
  readonly teamTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** How long after its creation the token of a user reaches the organization. Tokens of site administrators always do. */
  readonly userTokenMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
};

/** Changes to a project. Fields that are left out do not change. */
export type UpdateProjectInput = {
  /** After how long without activity the resources of its workspaces are to be destroyed, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** The purpose of the project. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The project. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The settings that it does not take from its organization. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** How `tags` are combined with the tags that are bound already. Defaults to ADD. */
  readonly tagMode?: InputMaybe<TagBindingMode>;
  /** Tags to bind. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
};

/** Changes to a reserved key. What is absent or null stays as it is. */
export type UpdateReservedTagKeyInput = {
  /** Whether workspaces are kept from overriding what their project binds to the key. */
  readonly disableOverrides?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of the reserved key. */
  readonly id: Scalars['ID']['input'];
  /** The key to reserve in its place. */
  readonly key?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a role. Null sets a field to its default. Fields that are left out do not change. */
export type UpdateRoleInput = {
  /** Allows every valid name. */
  readonly allowAnyName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows the allowed domains themselves. */
  readonly allowBareDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows patterns in the allowed domains, where * stands for any text. */
  readonly allowGlobDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Lets values of {{identity…}} templates contain *, which is a pattern then: only for names that callers cannot choose. */
  readonly allowGlobsInIdentityTemplates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows IP addresses as alternative names. */
  readonly allowIpSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows localhost and localdomain as names. */
  readonly allowLocalhost?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names below the allowed domains, including wildcard names. */
  readonly allowSubdomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names with a wildcard in the leftmost label. If false, not even `allowAnyName` allows them. */
  readonly allowWildcardCertificates?: InputMaybe<Scalars['Boolean']['input']>;
  /** The allowed domains. Other fields say whether names may be equal to them or below them. */
  readonly allowedDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allows {{identity…}} templates in the allowed domains. */
  readonly allowedDomainsTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ranges of the IP addresses that are allowed, in CIDR form. An empty list allows all addresses. */
  readonly allowedIpSansCidr?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the other names that are allowed, <oid>;UTF8:<value>. A single * allows all. */
  readonly allowedOtherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the serial numbers that are allowed in the subject. */
  readonly allowedSerialNumbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of the URIs that are allowed as alternative names. */
  readonly allowedUriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allows {{identity…}} templates in the allowed URIs. */
  readonly allowedUriSansTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of the user ids that are allowed in the subject. */
  readonly allowedUserIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Adds basic constraints that say that the certificate is not a CA certificate. */
  readonly basicConstraintsValidForNonCa?: InputMaybe<Scalars['Boolean']['input']>;
  /** Certificates are for clients (extended key usage). */
  readonly clientFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** How common names are validated: as email, as hostname, or disabled. */
  readonly cnValidations?: InputMaybe<ReadonlyArray<CnValidation>>;
  /** Certificates are for code signing (extended key usage). */
  readonly codeSigningFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates are for e-mail (extended key usage). */
  readonly emailProtectionFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows only host names in common names, in DNS names and in the domains of e-mail addresses. */
  readonly enforceHostnames?: InputMaybe<Scalars['Boolean']['input']>;
  /** Names of extended key usages, in addition to those of the flags. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Object identifiers of extended key usages. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Creates a lease for each certificate. */
  readonly generateLease?: InputMaybe<Scalars['Boolean']['input']>;
  /** The issuer that signs: default, a name or an identifier. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Size of generated keys, and smallest size of keys in signing requests, in bits. 0 means 2048 for rsa, 256 for ec and 65 for mldsa. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of key: rsa, ec, ed25519, mldsa, or any. With any, requests to issue say which. */
  readonly keyType?: InputMaybe<RoleKeyType>;
  /** Names of key usages. With an empty list, certificates do not have the extension. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** Which rules certificates are checked against before they are signed: rfc5280, or cabf-br for those of the CA/Browser Forum for TLS servers too. */
  readonly lintProfile?: InputMaybe<LintProfile>;
  /** From which severity on a rule that a certificate breaks refuses it: fatal, error or warning. Rules of less severity warn. */
  readonly lintSeverity?: InputMaybe<LintSeverity>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Longest time to live. 0 uses the limit of the mount. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Does not store certificates. They cannot be listed or revoked by serial number. */
  readonly noStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** Does not store metadata for certificates. */
  readonly noStoreMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Fixed end of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which `notAfter` requests may give: permit (any), ttl-limited (none after what `ttl` allows), forbid (none), or a time, which no certificate outlives. */
  readonly notAfterBound?: InputMaybe<Scalars['String']['input']>;
  /** Fixed beginning of the validity of certificates, YYYY-MM-ddTHH:MM:SSZ. It replaces `notBeforeDuration` and what requests ask for. */
  readonly notBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Which `notBefore` requests may give: any, none before what `notBeforeDuration` allows, or none at all. */
  readonly notBeforeBound?: InputMaybe<NotBeforeBound>;
  /** How far in the past the validity of certificates begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificate policies under which certificates are issued: object identifiers, or objects with oid, cps and notice. Only the size of a request limits their number. */
  readonly policyIdentifiers?: InputMaybe<ReadonlyArray<PolicyIdentifierInput>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Requires a common name. */
  readonly requireCn?: InputMaybe<Scalars['Boolean']['input']>;
  /** The role. */
  readonly role: RoleRef;
  /** Source of the serial number in the subject: json-csr (the parameter, or else the signing request) or json (only the parameter). */
  readonly serialNumberSource?: InputMaybe<SerialNumberSource>;
  /** Certificates are for servers (extended key usage). */
  readonly serverFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Size of the SHA-2 hash in signatures of RSA issuers: 256, 384 or 512 bits. 0 chooses one that suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live if the request gives none. 0 uses the default of the mount. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Uses the common name of the signing request, if it has one. */
  readonly useCsrCommonName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Uses the alternative names of the signing request instead of those among the parameters. */
  readonly useCsrSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS instead of PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The new status of a run. */
export type UpdateRunInput = {
  /** Whether its plan has changes. */
  readonly hasChanges?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of the run. */
  readonly id: Scalars['ID']['input'];
  /** The reason for the run. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
  /** Its new status. The status of a run that has ended cannot change. */
  readonly status?: InputMaybe<RunStatus>;
};

/** Changes to a team. Fields that are left out do not change. */
export type UpdateTeamInput = {
  /** Whether its members may create and revoke its tokens. Defaults to true. */
  readonly allowMemberTokenManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the team is for; at most 1,024 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Its permissions in the whole organization. */
  readonly organizationAccess?: InputMaybe<OrganizationAccessInput>;
  /** Identifier of the team at the identity provider. */
  readonly ssoTeamId?: InputMaybe<Scalars['String']['input']>;
  /** Who can see the team. Defaults to SECRET. */
  readonly visibility?: InputMaybe<TeamVisibility>;
};

/** Changes to the access of a team to a project. */
export type UpdateTeamProjectAccessInput = {
  /** The access level. If you leave it out, it does not change. CUSTOM keeps what is not given. */
  readonly access?: InputMaybe<ProjectAccessLevel>;
  /** Identifier of the access, `tprj-…`. */
  readonly id: Scalars['ID']['input'];
  /** What the team may do with the project itself. Only for CUSTOM. */
  readonly projectAccess?: InputMaybe<ProjectPartOfAccessInput>;
  /** What the team may do with the workspaces of the project. Only for CUSTOM. */
  readonly workspaceAccess?: InputMaybe<WorkspacePartOfAccessInput>;
};

/** Changes to the access of a team to a workspace. */
export type UpdateTeamWorkspaceAccessInput = {
  /** The access level. If you leave it out, it does not change. */
  readonly access?: InputMaybe<WorkspaceAccessLevel>;
  /** Identifier of the access, `tws-…`. */
  readonly id: Scalars['ID']['input'];
  /** Whether it may manage run tasks, stored for clients. Only for CUSTOM. Defaults to false. */
  readonly runTasks?: InputMaybe<Scalars['Boolean']['input']>;
  /** What the team may do with runs. Only for CUSTOM. Defaults to READ. */
  readonly runs?: InputMaybe<RunAccess>;
  /** Access to the mock data of Sentinel, stored for clients. Only for CUSTOM. Defaults to NONE. */
  readonly sentinelMocks?: InputMaybe<MockAccess>;
  /** What the team may do with the state. Only for CUSTOM. Defaults to NONE. */
  readonly stateVersions?: InputMaybe<StateAccess>;
  /** What the team may do with variables. Only for CUSTOM. Defaults to NONE. */
  readonly variables?: InputMaybe<VariableAccess>;
  /** Whether the team may lock and unlock the workspace. Only for CUSTOM. Defaults to false. */
  readonly workspaceLocking?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes to an account. Fields that are left out do not change. */
export type UpdateUserInput = {
  /** Email address of the person. If the caller is not a site administrator, a site administrator must confirm it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is a site administrator. At least one active site administrator must remain. */
  readonly isSiteAdmin?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the account is suspended. The tokens of a suspended account are refused. */
  readonly isSuspended?: InputMaybe<Scalars['Boolean']['input']>;
  /** The account. */
  readonly user: UserRef;
  /** The new username. Only site administrators can change it. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a variable. What is absent or null stays as it is. */
export type UpdateVariableInput = {
  /** How a run gets it. */
  readonly category?: InputMaybe<VariableCategory>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether its value is an expression. */
  readonly hcl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of the variable. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly key?: InputMaybe<Scalars['String']['input']>;
  /** Whether its value is never shown again. To show that of a sensitive variable, give a new one. */
  readonly sensitive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its new value. At most 262144 bytes; all values of one workspace or set together have at most 4194304. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a variable set. What is absent or null stays as it is. */
export type UpdateVariableSetInput = {
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is for every workspace of its organization. */
  readonly global?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of the set. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Whether its variables come before those of more specific places. */
  readonly priority?: InputMaybe<Scalars['Boolean']['input']>;
  /** The projects for whose workspaces it is, instead of the present ones. */
  readonly projectIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Variables to add. */
  readonly variables?: InputMaybe<ReadonlyArray<VariableOfSetInput>>;
  /** The workspaces that it is for, instead of the present ones. */
  readonly workspaceIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

/** Changes to a webhook. What is absent or null stays as it is. */
export type UpdateWebhookInput = {
  /** For CRL_EXPIRING: how many hours before their end, from 1 to 8760, at most ten numbers. */
  readonly crlExpiryHours?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  /** Whether anything is sent. */
  readonly enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** What it is told of from now on. */
  readonly events?: InputMaybe<ReadonlyArray<WebhookEvent>>;
  /** For CERTIFICATE_EXPIRING: how many days before their end, from 1 to 3650, at most ten numbers. */
  readonly expiryDays?: InputMaybe<ReadonlyArray<Scalars['Int']['input']>>;
  /** Identifier of the webhook. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** What requests are signed with: 16 to 512 bytes. */
  readonly secret?: InputMaybe<Scalars['String']['input']>;
  /** Its address: https or http, without user, password and fragment, at most 2048 characters. This server's own addresses, link-local ones and cloud metadata are refused. */
  readonly url?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a workspace. Fields that are left out do not change. Null resets a setting. */
export type UpdateWorkspaceInput = {
  /** Whether destroy plans may be queued. */
  readonly allowDestroyPlan?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether drift is checked regularly. */
  readonly assessmentsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether successful plans are applied without confirmation. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether successful plans are applied without confirmation in runs that another workspace triggered. */
  readonly autoApplyRunTrigger?: InputMaybe<Scalars['Boolean']['input']>;
  /** When its resources are to be destroyed. */
  readonly autoDestroyAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** After how long without activity its resources are to be destroyed, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** The purpose of the workspace. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether only pushes that change watched files start a run. */
  readonly fileTriggersEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether every workspace of the organization may read its state. */
  readonly globalRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it uses the auto-destroy setting of its project. Defaults to false if it is given a setting of its own, and to true otherwise. */
  readonly inheritsProjectAutoDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the project to move it to. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether every workspace of its project may read its state. Excludes `globalRemoteState`. */
  readonly projectRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether runs are queued from the first push on. */
  readonly queueAllRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** The settings that it does not take from its organization. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** Name of the tool that created the workspace. */
  readonly sourceName?: InputMaybe<Scalars['String']['input']>;
  /** Address of the tool that created the workspace. */
  readonly sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Whether pull requests start speculative plans. */
  readonly speculativeEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the output of runs is shown in structured form instead of as text. */
  readonly structuredRunOutputEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** How `tags` are combined with the tags that are bound already. Defaults to ADD. */
  readonly tagMode?: InputMaybe<TagBindingMode>;
  /** Tags to bind. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
  /** The engine version, or `latest`. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** Glob patterns of the files to watch in the repository, instead of paths. */
  readonly triggerPatterns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Paths to watch in the repository. */
  readonly triggerPrefixes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The repository to connect. Null removes the connection. */
  readonly vcsRepo?: InputMaybe<VcsRepoInput>;
  /** Folder of the repository in which the engine runs. */
  readonly workingDirectory?: InputMaybe<Scalars['String']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** A filter for users. */
export type UserFilter = {
  /** Part of a username, or a complete email address. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** The sort order of a list of users. */
export type UserOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: UserOrderField;
};

/** Fields by which users can be sorted. */
export type UserOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Username. */
  | 'USERNAME';

/** Names an account: by its id, or by its username. */
export type UserRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly username?: never; }
  |  /** Its username. */
  { readonly id?: never; readonly username: Scalars['String']['input']; };

/** Access of a team to variables. */
export type VariableAccess =
  /** Nothing. */
  | 'NONE'
  /** Read them. */
  | 'READ'
  /** Also change them. */
  | 'WRITE';

/** How a run gets a variable. */
export type VariableCategory =
  /** In its environment. */
  | 'ENV'
  /** As a variable of its configuration. */
  | 'TERRAFORM';

/** A variable of a new set. */
export type VariableOfSetInput = {
  /** How a run gets it. */
  readonly category: VariableCategory;
  /** What it is for: at most 512 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Whether its value is an expression. Defaults to false. */
  readonly hcl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its name: at most 128 characters. A workspace or set has at most 1000 variables. */
  readonly key: Scalars['String']['input'];
  /** Whether its value is never shown again. Defaults to false. */
  readonly sensitive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its value. Defaults to an empty text. At most 262144 bytes; all values of one workspace or set together have at most 4194304. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** Kinds of events of variable sets. */
export type VariableSetEventKind =
  /** It has another name or settings, other variables, or is for other workspaces or projects. There is no event when one of these is deleted or moved. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted, by itself or with the project that owned it. */
  | 'DELETED';

/** A filter for variable sets. */
export type VariableSetFilter = {
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** The repository that the configuration of a workspace comes from. */
export type VcsRepoInput = {
  /** The branch. Defaults to the default branch. */
  readonly branch?: InputMaybe<Scalars['String']['input']>;
  /** The name of the repository for display. */
  readonly displayIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** The GitHub App installation to reach the repository with. */
  readonly githubAppInstallationId?: InputMaybe<Scalars['String']['input']>;
  /** The repository, such as `acme/network`. */
  readonly identifier: Scalars['String']['input'];
  /** Whether submodules are cloned too. */
  readonly ingressSubmodules?: InputMaybe<Scalars['Boolean']['input']>;
  /** The OAuth token to reach the repository with. */
  readonly oauthTokenId?: InputMaybe<Scalars['String']['input']>;
  /** Address of a page that shows the repository. */
  readonly repositoryHttpUrl?: InputMaybe<Scalars['String']['input']>;
  /** The host of the repository, such as `github`. */
  readonly serviceProvider?: InputMaybe<Scalars['String']['input']>;
  /** A regular expression. Only tags of the repository that match it start runs. */
  readonly tagsRegex?: InputMaybe<Scalars['String']['input']>;
};

/** The webhook to try. */
export type VerifyWebhookInput = {
  /** Identifier of the webhook. */
  readonly id: Scalars['ID']['input'];
};

/** What became of a delivery. */
export type WebhookDeliveryState =
  /** The receiver answered with a status of 2xx. */
  | 'DELIVERED'
  /** The last of 11 attempts failed, or the one attempt of a verification. */
  | 'GIVEN_UP'
  /** It will be sent, for the first time or again. */
  | 'WAITING';

/** What a webhook can be told of. The first four are events of mounts, the others of workspaces. */
export type WebhookEvent =
  /** A certificate ends soon: see `expiryDays`. */
  | 'CERTIFICATE_EXPIRING'
  /** A certificate was issued and stored. */
  | 'CERTIFICATE_ISSUED'
  /** A certificate was revoked. */
  | 'CERTIFICATE_REVOKED'
  /** The latest complete CRL of an issuer ends soon, and none has replaced it: see `crlExpiryHours`. */
  | 'CRL_EXPIRING'
  /** A state version has its content. */
  | 'STATE_VERSION_FINALIZED'
  /** Somebody other than the holder released the lock of a workspace. */
  | 'WORKSPACE_FORCE_UNLOCKED'
  /** Somebody took the lock of a workspace. */
  | 'WORKSPACE_LOCKED'
  /** The holder released the lock of a workspace. */
  | 'WORKSPACE_UNLOCKED';

/** The form of what a webhook sends. */
export type WebhookFormat =
  /** As Terraform Enterprise sends notifications. Only for webhooks of workspaces, projects and teams. */
  | 'TERRAFORM'
  /** Documented in docs/notices.md, signed together with the time. */
  | 'TRUSTATE';

/** What a webhook is of: exactly one of these. */
export type WebhookPlace =
  /** Path of a mount. */
  { readonly mount: Scalars['String']['input']; readonly organization?: never; readonly projectId?: never; readonly teamId?: never; readonly workspaceId?: never; }
  |  /** Name of an organization, for all its workspaces. */
  { readonly mount?: never; readonly organization: Scalars['String']['input']; readonly projectId?: never; readonly teamId?: never; readonly workspaceId?: never; }
  |  /** Identifier of a project, for all its workspaces. */
  { readonly mount?: never; readonly organization?: never; readonly projectId: Scalars['ID']['input']; readonly teamId?: never; readonly workspaceId?: never; }
  |  /** Identifier of a team, for all workspaces that the team may see. */
  { readonly mount?: never; readonly organization?: never; readonly projectId?: never; readonly teamId: Scalars['ID']['input']; readonly workspaceId?: never; }
  |  /** Identifier of a workspace. */
  { readonly mount?: never; readonly organization?: never; readonly projectId?: never; readonly teamId?: never; readonly workspaceId: Scalars['ID']['input']; };

/** Levels of access of a team to a workspace. Each level from READ to ADMIN includes the previous one. */
export type WorkspaceAccessLevel =
  /** Also change its settings, force-unlock it, delete it, and manage the access of teams. */
  | 'ADMIN'
  /** Read the workspace, and what the other fields allow. */
  | 'CUSTOM'
  /** Also create runs. */
  | 'PLAN'
  /** Read the workspace, its state and its runs. */
  | 'READ'
  /** Only as input: short for CUSTOM with access to only the outputs of the state. It is never returned. */
  | 'READ_OUTPUTS'
  /** Also lock it and write its state. */
  | 'WRITE';

/** Kinds of events of workspaces. */
export type WorkspaceEventKind =
  /** Its name, settings, tags, retention policy or consumers changed. There is no event when `deleteTags` removes a tag from it, or when a tag of its project changes. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted, with its state. */
  | 'DELETED'
  /** It moved to another project. Its name and settings may have changed at the same time. */
  | 'MOVED';

/** A filter for workspaces. All conditions must be met. */
export type WorkspaceFilter = {
  /** Only workspaces whose newest run has one of these statuses. */
  readonly currentRunStatuses?: InputMaybe<ReadonlyArray<RunStatus>>;
  /** Keys of tags. Only workspaces that have none of these tags. */
  readonly excludeTags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether to list only locked workspaces (true) or only unlocked ones (false). */
  readonly locked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of a project. Only workspaces of this project. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Part of the name. Case does not matter. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Tags with values. Only workspaces that have all of them. */
  readonly tagged?: InputMaybe<ReadonlyArray<TaggedInput>>;
  /** Keys of tags. Only workspaces that have all of these tags. Inherited tags count. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The name, with `*` at its beginning, at its end, or at both. */
  readonly wildcardName?: InputMaybe<Scalars['String']['input']>;
};

/** Kinds of events of the lock of a workspace. */
export type WorkspaceLockEventKind =
  /** Somebody other than the holder released the lock. */
  | 'FORCE_UNLOCKED'
  /** Somebody took the lock. */
  | 'LOCKED'
  /** The holder released the lock. */
  | 'UNLOCKED';

/** A workspace by its name in an organization. */
export type WorkspaceName = {
  /** Its name in the organization. */
  readonly name: Scalars['String']['input'];
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
};

/** The sort order of a list of workspaces. */
export type WorkspaceOrder = {
  /** The sort direction. */
  readonly direction: OrderDirection;
  /** The field to sort by. */
  readonly field: WorkspaceOrderField;
};

/** Fields by which workspaces can be sorted. */
export type WorkspaceOrderField =
  /** Time of creation. */
  | 'CREATED_AT'
  /** Time at which the newest run was recorded. Workspaces without a run count as earliest. */
  | 'CURRENT_RUN_CREATED_AT'
  /** Time of the latest state version. */
  | 'LATEST_CHANGE_AT'
  /** Name. */
  | 'NAME'
  /** Time of the last change of settings. */
  | 'UPDATED_AT';

/** What a custom access to a project allows with every workspace in it. What is left out does not change. */
export type WorkspacePartOfAccessInput = {
  /** Whether the team may create workspaces. Defaults to false. */
  readonly create?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the team may delete workspaces. Defaults to false. */
  readonly delete?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the team may lock and unlock workspaces. Defaults to false. */
  readonly locking?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the team may move workspaces into the project and out of it. Defaults to false. */
  readonly move?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the team may manage run tasks. It is stored for clients. */
  readonly runTasks?: InputMaybe<Scalars['Boolean']['input']>;
  /** With runs. Defaults to READ. */
  readonly runs?: InputMaybe<RunAccess>;
  /** With the mock data of Sentinel. It is stored for clients. */
  readonly sentinelMocks?: InputMaybe<MockAccess>;
  /** With their state. Defaults to NONE. */
  readonly stateVersions?: InputMaybe<StateAccess>;
  /** With their variables. Defaults to NONE. */
  readonly variables?: InputMaybe<VariableAccess>;
};

/** Names a workspace: by its id, or by its organization and name. */
export type WorkspaceRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its organization and name. */
  { readonly id?: never; readonly named: WorkspaceName; };

/** What to wrap. */
export type WrapDataInput = {
  /** Any object. It becomes the `data` of the answer. */
  readonly data: Scalars['JSON']['input'];
  /** How long it waits. */
  readonly ttl: Scalars['Duration']['input'];
};

/** The role to create, or what to change of it. What is not given stays. */
export type WriteAuthRoleInput = {
  /** Which client certificates a role of a method of type `CERT` takes. */
  readonly certificateRule?: InputMaybe<CertificateRuleInput>;
  /** The challenge of a role of a method of type `SCEP`. It does not end: see `createAuthChallenge` for others. */
  readonly challenge?: InputMaybe<Scalars['String']['input']>;
  /** What tokens and records call machines that enter by a role of a method of type `SCEP`; empty for the name of the role. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** The path of the method, below `auth/`. */
  readonly method: Scalars['String']['input'];
  /** The type that the method must have: otherwise there is no such role. Defaults to any. */
  readonly methodType?: InputMaybe<AuthMethodType>;
  /** Its name: letters, digits and `_`, and between them `-`, `.`, `@` and `+`; at most 255. */
  readonly name: Scalars['String']['input'];
  /** The password of a user. A new user must have one. */
  readonly password?: InputMaybe<Scalars['String']['input']>;
  /** What whoever signs in gets. */
  readonly terms?: InputMaybe<SignInTermsInput>;
};

/** A managed key, which is created or replaced. What is left out has its default, except for the PIN, which stays. The key in the token does not change. */
export type WriteManagedKeyInput = {
  /** Whether it is generated in the token if it is missing there. Defaults to false. */
  readonly allowGenerateKey?: InputMaybe<Scalars['Boolean']['input']>;
  /** Kept for clients: no key of a token is ever replaced here. */
  readonly allowReplaceKey?: InputMaybe<Scalars['Boolean']['input']>;
  /** Kept for clients: no key is ever imported into a token here. */
  readonly allowStoreKey?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether every mount may use it. Otherwise a mount must name it among its `allowedManagedKeys`. Defaults to false. */
  readonly anyMount?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its curve, of ECDSA. Required if it may be generated. */
  readonly curve?: InputMaybe<ManagedKeyCurve>;
  /** Whether every session with the token may write, which some tokens require. Defaults to false. */
  readonly forceRwSession?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its size in bits, of RSA. Required if it may be generated. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** The label of the key in the token. It or `tokenKeyId` is required. */
  readonly keyLabel?: InputMaybe<Scalars['String']['input']>;
  /** The name of the library of the token, as the operator gave it in `TRUSTATE_PKCS11_LIBRARIES`. */
  readonly library: Scalars['String']['input'];
  /** How many signatures each process asks the token for at the same time. From 1, the default, to 64. */
  readonly maxParallel?: InputMaybe<Scalars['Int']['input']>;
  /** How it signs. */
  readonly mechanism: ManagedKeyMechanism;
  /** Its name: lower-case letters, digits, dots, dashes and underscores. */
  readonly name: Scalars['String']['input'];
  /** The PIN of the token. It is encrypted at rest and never shown. Required for a new managed key. */
  readonly pin?: InputMaybe<Scalars['String']['input']>;
  /** The slot of the token, a decimal number. It or `tokenLabel` is required. */
  readonly slot?: InputMaybe<Scalars['String']['input']>;
  /** The id of the key in the token: a text, or octets in hexadecimal after 0x. */
  readonly tokenKeyId?: InputMaybe<Scalars['String']['input']>;
  /** The label of the token. */
  readonly tokenLabel?: InputMaybe<Scalars['String']['input']>;
  /** Defaults to SIGN and VERIFY. */
  readonly usages?: InputMaybe<ReadonlyArray<ManagedKeyUsage>>;
};

/** The policy. It replaces the policy of the same name. */
export type WritePolicyInput = {
  /** 1 to 128 letters, digits, `-`, `_` and `.`, beginning with a letter or a digit. It is stored in lower case. */
  readonly name: Scalars['String']['input'];
  /** HCL such as `path "pki/issue/+" { capabilities = ["update"] }`, or JSON of the same structure. */
  readonly policy: Scalars['String']['input'];
};

/** The role to create, or what to change of it. What is not given stays. */
export type WriteTokenRoleInput = {
  /** Policies that its tokens may have, whether their creators have them or not. Empty for no such list. */
  readonly allowedPolicies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The same as patterns, in which `*` stands for any text. */
  readonly allowedPoliciesGlob?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses and networks that its tokens may be used from. Empty for any. */
  readonly boundCidrs?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Policies that its tokens may not have. */
  readonly disallowedPolicies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The same as patterns, in which `*` stands for any text. */
  readonly disallowedPoliciesGlob?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The longest lifetime of its tokens, all renewals included. `PT0S` if there is no such limit. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Its name: 1 to 128 letters, digits, `-`, `_` and `.`. */
  readonly name: Scalars['String']['input'];
  /** Whether its tokens do not get the policy `default` by themselves. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** How many requests its tokens allow. 0 for any number. */
  readonly numUses?: InputMaybe<Scalars['Int']['input']>;
  /** Whether its tokens outlive the tokens that they are created from. Defaults to false. */
  readonly orphan?: InputMaybe<Scalars['Boolean']['input']>;
  /** Follows the name of the role in the path of its tokens. */
  readonly pathSuffix?: InputMaybe<Scalars['String']['input']>;
  /** Makes its tokens periodic: each renewal lasts this long. `PT0S` for tokens without a period. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether its tokens can be renewed. Defaults to true. */
  readonly renewable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which tokens it creates. Defaults to `DEFAULT_SERVICE`. */
  readonly type?: InputMaybe<TokenRoleType>;
};

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly email: string | null, readonly isSiteAdmin: boolean | null, readonly permissions: { readonly canCreateOrganizations: boolean, readonly canChangeEmail: boolean, readonly canChangeUsername: boolean, readonly canManageUserTokens: boolean } } };

export type MyMembershipsQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type MyMembershipsQuery = { readonly myMemberships: { readonly nodes: ReadonlyArray<OrganizationMembershipSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type UpdateAccountMutationVariables = Exact<{
  input: UpdateAccountInput;
}>;


export type UpdateAccountMutation = { readonly updateAccount: { readonly user: UserSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AcceptInvitationMutationVariables = Exact<{
  input: AcceptInvitationInput;
}>;


export type AcceptInvitationMutation = { readonly acceptInvitation: { readonly organizationMembership: OrganizationMembershipSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AcmeConfigSummaryFragment = { readonly enabled: boolean, readonly allowedRoles: ReadonlyArray<string>, readonly allowRoleExtKeyUsage: boolean, readonly allowedIssuers: ReadonlyArray<string>, readonly defaultDirectoryPolicy: string, readonly dnsResolver: string, readonly eabPolicy: AcmeEabPolicy, readonly maxTtl: string };

export type AcmeConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type AcmeConfigQuery = { readonly acmeConfig: AcmeConfigSummaryFragment | null };

export type ConfigureAcmeMutationVariables = Exact<{
  input: ConfigureAcmeInput;
}>;


export type ConfigureAcmeMutation = { readonly configureAcme: { readonly acmeConfig: AcmeConfigSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AcmeEabKeysQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AcmeEabKeysQuery = { readonly acmeEabKeys: { readonly nodes: ReadonlyArray<{ readonly kid: string, readonly directory: string, readonly createdAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type CreateAcmeEabKeyMutationVariables = Exact<{
  input: CreateAcmeEabKeyInput;
}>;


export type CreateAcmeEabKeyMutation = { readonly createAcmeEabKey: { readonly newAcmeEabKey: { readonly kid: string, readonly directory: string, readonly createdAt: string, readonly key: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteAcmeEabKeyMutationVariables = Exact<{
  input: DeleteAcmeEabKeyInput;
}>;


export type DeleteAcmeEabKeyMutation = { readonly deleteAcmeEabKey: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AcmeErrorSummaryFragment = { readonly type: string, readonly detail: string };

export type AcmeAccountSummaryFragment = { readonly accountId: string, readonly directory: string, readonly status: AcmeAccountStatus, readonly contact: ReadonlyArray<string>, readonly thumbprint: string, readonly eabKeyId: string | null, readonly createdAt: string, readonly endedAt: string | null };

export type AcmeAccountsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AcmeAccountsQuery = { readonly acmeAccounts: { readonly nodes: ReadonlyArray<AcmeAccountSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AcmeOrdersQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  filter?: InputMaybe<AcmeOrderFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AcmeOrdersQuery = { readonly acmeOrders: { readonly nodes: ReadonlyArray<{ readonly orderId: string, readonly accountId: string, readonly status: AcmeOrderStatus, readonly names: ReadonlyArray<string>, readonly profile: string | null, readonly replaces: string | null, readonly certificateId: string | null, readonly createdAt: string, readonly expiresAt: string, readonly error: AcmeErrorSummaryFragment | null, readonly authorizations: ReadonlyArray<{ readonly name: string, readonly status: AcmeAuthorizationStatus, readonly challenge: string | null, readonly attempts: number, readonly validatedAt: string | null, readonly error: AcmeErrorSummaryFragment | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AcmeAccountQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  accountId: Scalars['ID']['input'];
}>;


export type AcmeAccountQuery = { readonly acmeAccount: AcmeAccountSummaryFragment | null };

export type ChangeAcmeAccountStatusMutationVariables = Exact<{
  input: ChangeAcmeAccountStatusInput;
}>;


export type ChangeAcmeAccountStatusMutation = { readonly changeAcmeAccountStatus: { readonly acmeAccount: AcmeAccountSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AuditRecordFieldsFragment = { readonly action: string, readonly actorId: string | null, readonly actorKind: AuditActorKind, readonly actorName: string, readonly details: unknown | null, readonly hash: string | null, readonly number: number | string, readonly organizationId: string | null, readonly outcome: AuditOutcome, readonly position: number | string | null, readonly problem: string | null, readonly recordedAt: string, readonly remoteAddress: string | null, readonly requestId: string | null, readonly targetId: string, readonly targetName: string | null, readonly targetType: AuditTargetType, readonly tokenId: string | null };

export type AuditRecordsQueryVariables = Exact<{
  filter?: InputMaybe<AuditRecordFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditRecordsQuery = { readonly auditRecords: { readonly nodes: ReadonlyArray<AuditRecordFieldsFragment>, readonly pageInfo: PageFieldsFragment } };

export type AuthMethodSummaryFragment = { readonly accessor: string, readonly path: string, readonly type: AuthMethodType, readonly description: string, readonly tuning: { readonly defaultLeaseTtl: string, readonly maxLeaseTtl: string, readonly tokenType: AuthMethodTokenType, readonly listingVisibility: ListingVisibility } };

export type SignInTermsSummaryFragment = { readonly policies: ReadonlyArray<string>, readonly ttl: string, readonly maxTtl: string, readonly explicitMaxTtl: string, readonly period: string, readonly numUses: number, readonly noDefaultPolicy: boolean, readonly type: SignInTokenType, readonly boundCidrs: ReadonlyArray<string>, readonly strictlyBindIp: boolean };

export type AuthRoleSummaryFragment = { readonly name: string, readonly hasSecret: boolean, readonly terms: SignInTermsSummaryFragment, readonly certificateRule: { readonly certificate: string, readonly displayName: string, readonly allowedNames: ReadonlyArray<string>, readonly allowedCommonNames: ReadonlyArray<string>, readonly allowedDnsSans: ReadonlyArray<string>, readonly allowedEmailSans: ReadonlyArray<string>, readonly allowedUriSans: ReadonlyArray<string>, readonly allowedOrganizationalUnits: ReadonlyArray<string>, readonly requiredExtensions: ReadonlyArray<string>, readonly allowedMetadataExtensions: ReadonlyArray<string> } | null };

export type AuthMethodsQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuthMethodsQuery = { readonly authMethods: { readonly nodes: ReadonlyArray<AuthMethodSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AuthMethodQueryVariables = Exact<{
  path: Scalars['String']['input'];
}>;


export type AuthMethodQuery = { readonly authMethod: AuthMethodSummaryFragment | null };

export type TunedAuthMethodQueryVariables = Exact<{
  path: Scalars['String']['input'];
}>;


export type TunedAuthMethodQuery = { readonly tunedAuthMethod: AuthMethodSummaryFragment | null };

export type CertAuthConfigQueryVariables = Exact<{
  path: Scalars['String']['input'];
}>;


export type CertAuthConfigQuery = { readonly certAuthConfig: { readonly disableBinding: boolean, readonly enableIdentityAliasMetadata: boolean } | null };

export type AuthRoleQueryVariables = Exact<{
  method: Scalars['String']['input'];
  name: Scalars['String']['input'];
  methodType?: InputMaybe<AuthMethodType>;
}>;


export type AuthRoleQuery = { readonly authRole: AuthRoleSummaryFragment | null };

export type AuthRolesQueryVariables = Exact<{
  method: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuthRolesQuery = { readonly authRoles: { readonly nodes: ReadonlyArray<AuthRoleSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AuthRoleNamesQueryVariables = Exact<{
  method: Scalars['String']['input'];
  methodType?: InputMaybe<AuthMethodType>;
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuthRoleNamesQuery = { readonly authRoleNames: ReadonlyArray<string> };

export type EnableAuthMethodMutationVariables = Exact<{
  input: EnableAuthMethodInput;
}>;


export type EnableAuthMethodMutation = { readonly enableAuthMethod: { readonly authMethod: AuthMethodSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TuneAuthMethodMutationVariables = Exact<{
  input: TuneAuthMethodInput;
}>;


export type TuneAuthMethodMutation = { readonly tuneAuthMethod: { readonly authMethod: AuthMethodSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureCertAuthMutationVariables = Exact<{
  input: ConfigureCertAuthInput;
}>;


export type ConfigureCertAuthMutation = { readonly configureCertAuth: { readonly certAuthConfig: { readonly disableBinding: boolean, readonly enableIdentityAliasMetadata: boolean } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DisableAuthMethodMutationVariables = Exact<{
  input: DisableAuthMethodInput;
}>;


export type DisableAuthMethodMutation = { readonly disableAuthMethod: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type WriteAuthRoleMutationVariables = Exact<{
  input: WriteAuthRoleInput;
}>;


export type WriteAuthRoleMutation = { readonly writeAuthRole: { readonly authRole: AuthRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SetAuthPasswordMutationVariables = Exact<{
  input: SetAuthPasswordInput;
}>;


export type SetAuthPasswordMutation = { readonly setAuthPassword: { readonly authRole: AuthRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SetAuthPoliciesMutationVariables = Exact<{
  input: SetAuthPoliciesInput;
}>;


export type SetAuthPoliciesMutation = { readonly setAuthPolicies: { readonly authRole: AuthRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteAuthRoleMutationVariables = Exact<{
  input: DeleteAuthRoleInput;
}>;


export type DeleteAuthRoleMutation = { readonly deleteAuthRole: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateAuthChallengeMutationVariables = Exact<{
  input: CreateAuthChallengeInput;
}>;


export type CreateAuthChallengeMutation = { readonly createAuthChallenge: { readonly authChallenge: { readonly challenge: string, readonly expiresAt: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignInMutationVariables = Exact<{
  input: SignInInput;
}>;


export type SignInMutation = { readonly signIn: { readonly warnings: ReadonlyArray<string>, readonly issued: { readonly text: string, readonly token: { readonly accessor: string, readonly displayName: string, readonly expiresAt: string | null, readonly policies: ReadonlyArray<string> } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignInWithCertificateMutationVariables = Exact<{
  input: SignInWithCertificateInput;
}>;


export type SignInWithCertificateMutation = { readonly signInWithCertificate: { readonly warnings: ReadonlyArray<string>, readonly issued: { readonly text: string, readonly token: { readonly accessor: string, readonly displayName: string, readonly expiresAt: string | null, readonly policies: ReadonlyArray<string> } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CelRoleSummaryFragment = { readonly id: string, readonly name: string, readonly mountPath: string, readonly expression: string, readonly variables: ReadonlyArray<{ readonly name: string, readonly expression: string }> };

export type CelRolesQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CelRolesQuery = { readonly celRoles: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly pageInfo: PageFieldsFragment } };

export type CelRoleQueryVariables = Exact<{
  name: Scalars['String']['input'];
  mount?: Scalars['String']['input'];
}>;


export type CelRoleQuery = { readonly celRole: CelRoleSummaryFragment | null };

export type CreateCelRoleMutationVariables = Exact<{
  input: CreateCelRoleInput;
}>;


export type CreateCelRoleMutation = { readonly createCelRole: { readonly celRole: CelRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateCelRoleMutationVariables = Exact<{
  input: UpdateCelRoleInput;
}>;


export type UpdateCelRoleMutation = { readonly updateCelRole: { readonly celRole: CelRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteCelRoleMutationVariables = Exact<{
  input: DeleteCelRoleInput;
}>;


export type DeleteCelRoleMutation = { readonly deleteCelRole: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ExplainCelIssuanceQueryVariables = Exact<{
  input: ExplainCelIssuanceInput;
}>;


export type ExplainCelIssuanceQuery = { readonly explainCelIssuance: { readonly allowed: boolean, readonly warnings: ReadonlyArray<string>, readonly brokenRules: ReadonlyArray<{ readonly rule: string, readonly field: ReadonlyArray<string>, readonly value: string, readonly message: string }>, readonly findings: ReadonlyArray<{ readonly lint: string, readonly source: string, readonly severity: LintSeverity, readonly message: string, readonly refuses: boolean }>, readonly certificate: { readonly subject: string, readonly notBefore: string, readonly notAfter: string, readonly keyType: KeyType, readonly keyBits: number } | null } };

export type IssueByCelRoleMutationVariables = Exact<{
  input: IssueByCelRoleInput;
}>;


export type IssueByCelRoleMutation = { readonly issueByCelRole: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: (
      { readonly privateKey: string | null, readonly privateKeyType: KeyType | null }
      & IssuedFieldsFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignByCelRoleMutationVariables = Exact<{
  input: SignByCelRoleInput;
}>;


export type SignByCelRoleMutation = { readonly signByCelRole: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CertificateSummaryFragment = { readonly id: string, readonly mountPath: string, readonly serialNumber: string, readonly commonName: string, readonly roleName: string | null, readonly issuerId: string | null, readonly keyType: KeyType | null, readonly keyBits: number, readonly status: CertificateStatus, readonly notBefore: string, readonly notAfter: string, readonly revokedAt: string | null, readonly names: { readonly dns: ReadonlyArray<string>, readonly ip: ReadonlyArray<string>, readonly email: ReadonlyArray<string>, readonly uri: ReadonlyArray<string> } };

export type CertificatesQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  filter?: InputMaybe<CertificateFilter>;
  orderBy?: InputMaybe<CertificateOrder>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CertificatesQuery = { readonly certificates: { readonly nodes: ReadonlyArray<CertificateSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type CertificateQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  serialNumber: Scalars['SerialNumber']['input'];
}>;


export type CertificateQuery = { readonly certificate: (
    { readonly certificate: string }
    & CertificateSummaryFragment
  ) | null };

export type CertificateMetadataQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  serialNumber: Scalars['SerialNumber']['input'];
}>;


export type CertificateMetadataQuery = { readonly certificateMetadata: { readonly mountPath: string, readonly serialNumber: string, readonly issuerId: string, readonly roleName: string, readonly notAfter: string, readonly storedAt: string, readonly metadata: string } | null };

export type CertificateMetadataEntriesQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CertificateMetadataEntriesQuery = { readonly certificateMetadataEntries: { readonly nodes: ReadonlyArray<{ readonly mountPath: string, readonly serialNumber: string }>, readonly pageInfo: PageFieldsFragment } };

export type ExplainIssuanceQueryVariables = Exact<{
  input: ExplainIssuanceInput;
}>;


export type ExplainIssuanceQuery = { readonly explainIssuance: { readonly allowed: boolean, readonly warnings: ReadonlyArray<string>, readonly brokenRules: ReadonlyArray<{ readonly rule: string, readonly field: ReadonlyArray<string>, readonly value: string, readonly message: string }>, readonly findings: ReadonlyArray<{ readonly lint: string, readonly source: string, readonly severity: LintSeverity, readonly message: string, readonly refuses: boolean }>, readonly certificate: { readonly subject: string, readonly notBefore: string, readonly notAfter: string, readonly keyType: KeyType, readonly keyBits: number } | null } };

export type IssueCertificateMutationVariables = Exact<{
  input: IssueCertificateInput;
}>;


export type IssueCertificateMutation = { readonly issueCertificate: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: (
      { readonly privateKey: string | null, readonly privateKeyType: KeyType | null }
      & IssuedFieldsFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignCertificateMutationVariables = Exact<{
  input: SignCertificateInput;
}>;


export type SignCertificateMutation = { readonly signCertificate: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeCertificateMutationVariables = Exact<{
  input: RevokeCertificateInput;
}>;


export type RevokeCertificateMutation = { readonly revokeCertificate: { readonly warnings: ReadonlyArray<string>, readonly revocation: { readonly serialNumber: string, readonly revokedAt: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type LeaseQueryVariables = Exact<{
  leaseId: Scalars['String']['input'];
}>;


export type LeaseQuery = { readonly lease: { readonly mountPath: string, readonly expiresAt: string, readonly issuedAt: string, readonly leaseId: string, readonly serialNumber: string, readonly ttl: string } | null };

export type SignVerbatimMutationVariables = Exact<{
  input: SignVerbatimInput;
}>;


export type SignVerbatimMutation = { readonly signVerbatim: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedCertificateFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeCertificateWithKeyMutationVariables = Exact<{
  input: RevokeCertificateWithKeyInput;
}>;


export type RevokeCertificateWithKeyMutation = { readonly revokeCertificateWithKey: { readonly warnings: ReadonlyArray<string>, readonly revocation: RevocationSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeLeaseMutationVariables = Exact<{
  input: RevokeLeaseInput;
}>;


export type RevokeLeaseMutation = { readonly revokeLease: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CmpConfigSummaryFragment = { readonly enabled: boolean, readonly defaultMount: boolean, readonly defaultPathPolicy: string, readonly enableSentinelParsing: boolean, readonly auditFields: ReadonlyArray<string>, readonly disabledValidations: ReadonlyArray<string>, readonly updatedAt: string | null, readonly authenticators: { readonly cert: { readonly accessor: string, readonly certRole: string | null } | null } };

export type CmpSecretSummaryFragment = { readonly reference: string, readonly role: string | null, readonly maxUses: number, readonly uses: number, readonly registrationAuthority: boolean, readonly createdAt: string, readonly expiresAt: string };

export type CmpConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type CmpConfigQuery = { readonly cmpConfig: CmpConfigSummaryFragment | null };

export type ConfigureCmpMutationVariables = Exact<{
  input: ConfigureCmpInput;
}>;


export type ConfigureCmpMutation = { readonly configureCmp: { readonly warnings: ReadonlyArray<string>, readonly cmpConfig: CmpConfigSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CmpSecretsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CmpSecretsQuery = { readonly cmpSecrets: { readonly nodes: ReadonlyArray<CmpSecretSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type CmpSecretQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  reference: Scalars['String']['input'];
}>;


export type CmpSecretQuery = { readonly cmpSecret: CmpSecretSummaryFragment | null };

export type CreateCmpSecretMutationVariables = Exact<{
  input: CreateCmpSecretInput;
}>;


export type CreateCmpSecretMutation = { readonly createCmpSecret: { readonly newCmpSecret: { readonly reference: string, readonly role: string | null, readonly maxUses: number, readonly uses: number, readonly registrationAuthority: boolean, readonly createdAt: string, readonly expiresAt: string, readonly secret: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteCmpSecretMutationVariables = Exact<{
  input: DeleteCmpSecretInput;
}>;


export type DeleteCmpSecretMutation = { readonly deleteCmpSecret: { readonly deletedReference: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type EstConfigSummaryFragment = { readonly enabled: boolean, readonly defaultMount: boolean, readonly defaultPathPolicy: string, readonly enableSentinelParsing: boolean, readonly auditFields: ReadonlyArray<string>, readonly updatedAt: string | null, readonly labelToPathPolicy: ReadonlyArray<{ readonly label: string, readonly pathPolicy: string }>, readonly authenticators: { readonly userpass: { readonly accessor: string } | null, readonly cert: { readonly accessor: string, readonly certRole: string } | null } };

export type EstConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type EstConfigQuery = { readonly estConfig: EstConfigSummaryFragment | null };

export type ConfigureEstMutationVariables = Exact<{
  input: ConfigureEstInput;
}>;


export type ConfigureEstMutation = { readonly configureEst: { readonly estConfig: EstConfigSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type LastEventIdQueryVariables = Exact<{ [key: string]: never; }>;


export type LastEventIdQuery = { readonly lastEventId: string };

export type StateVersionEventsSubscriptionVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  kinds?: InputMaybe<ReadonlyArray<StateVersionEventKind> | StateVersionEventKind>;
}>;


export type StateVersionEventsSubscription = { readonly stateVersionEvents: { readonly eventId: string, readonly kind: StateVersionEventKind, readonly occurredAt: string, readonly stateVersionId: string, readonly serial: number | string, readonly stateVersion: StateVersionSummaryFragment | null } };

export type WorkspaceLockEventsSubscriptionVariables = Exact<{
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
  organization?: InputMaybe<Scalars['String']['input']>;
}>;


export type WorkspaceLockEventsSubscription = { readonly workspaceLockEvents: { readonly eventId: string, readonly kind: WorkspaceLockEventKind, readonly occurredAt: string, readonly workspaceId: string, readonly holderName: string | null, readonly workspace: WorkspaceSummaryFragment | null } };

export type CertificateEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
  kinds?: InputMaybe<ReadonlyArray<CertificateEventKind> | CertificateEventKind>;
}>;


export type CertificateEventsSubscription = { readonly certificateEvents: { readonly eventId: string, readonly kind: CertificateEventKind, readonly occurredAt: string, readonly serialNumber: string, readonly withinDays: number | null, readonly certificate: CertificateSummaryFragment | null } };

export type CrlEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type CrlEventsSubscription = { readonly crlEvents: { readonly eventId: string, readonly occurredAt: string, readonly issuerId: string, readonly number: number | string, readonly delta: boolean, readonly shard: number | null, readonly unified: boolean, readonly entryCount: number, readonly nextUpdate: string } };

export type StateJobEventsSubscriptionVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
}>;


export type StateJobEventsSubscription = { readonly stateJobEvents: { readonly eventId: string, readonly occurredAt: string, readonly kind: JobEventKind, readonly job: StateJob, readonly progress: number | null, readonly stateVersionId: string } };

export type MountJobEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type MountJobEventsSubscription = { readonly mountJobEvents: { readonly eventId: string, readonly occurredAt: string, readonly kind: JobEventKind, readonly job: MountJob, readonly progress: number | null, readonly issuerId: string } };

export type WorkspaceEventsSubscriptionVariables = Exact<{
  workspaceId?: InputMaybe<Scalars['ID']['input']>;
  organization?: InputMaybe<Scalars['String']['input']>;
  kinds?: InputMaybe<ReadonlyArray<WorkspaceEventKind> | WorkspaceEventKind>;
}>;


export type WorkspaceEventsSubscription = { readonly workspaceEvents: { readonly eventId: string, readonly kind: WorkspaceEventKind, readonly occurredAt: string, readonly workspaceId: string, readonly workspace: WorkspaceSummaryFragment | null } };

export type VariableSetEventsSubscriptionVariables = Exact<{
  organization: Scalars['String']['input'];
  kinds?: InputMaybe<ReadonlyArray<VariableSetEventKind> | VariableSetEventKind>;
}>;


export type VariableSetEventsSubscription = { readonly variableSetEvents: { readonly eventId: string, readonly kind: VariableSetEventKind, readonly occurredAt: string, readonly organizationId: string, readonly variableSetId: string, readonly variableSet: { readonly id: string, readonly name: string } | null } };

export type RoleEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
  kinds?: InputMaybe<ReadonlyArray<RoleEventKind> | RoleEventKind>;
}>;


export type RoleEventsSubscription = { readonly roleEvents: { readonly eventId: string, readonly kind: RoleEventKind, readonly occurredAt: string, readonly mountPath: string, readonly name: string, readonly role: RoleSummaryFragment | null } };

export type CelRoleEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
  kinds?: InputMaybe<ReadonlyArray<CelRoleEventKind> | CelRoleEventKind>;
}>;


export type CelRoleEventsSubscription = { readonly celRoleEvents: { readonly eventId: string, readonly kind: CelRoleEventKind, readonly occurredAt: string, readonly mountPath: string, readonly name: string, readonly celRole: CelRoleSummaryFragment | null } };

export type PolicyEventsSubscriptionVariables = Exact<{
  kinds?: InputMaybe<ReadonlyArray<PolicyEventKind> | PolicyEventKind>;
}>;


export type PolicyEventsSubscription = { readonly policyEvents: { readonly eventId: string, readonly kind: PolicyEventKind, readonly occurredAt: string, readonly name: string, readonly policy: PolicyFieldsFragment | null } };

export type AuditRecordEventsSubscriptionVariables = Exact<{
  organization?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditRecordEventsSubscription = { readonly auditRecordEvents: { readonly eventId: string, readonly occurredAt: string, readonly count: number, readonly auditRecords: { readonly nodes: ReadonlyArray<AuditRecordFieldsFragment> } } };

export type ExternalPolicySummaryFragment = { readonly enabled: boolean, readonly externalServiceUrl: string, readonly timeout: string, readonly trustedCa: string, readonly trustedLeafCertificateBundle: string, readonly clientCertificate: string, readonly entityJmespath: string, readonly groupJmespath: string, readonly updatedAt: string | null, readonly lastSuccessAt: string | null };

export type ExternalPolicyQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type ExternalPolicyQuery = { readonly externalPolicy: ExternalPolicySummaryFragment | null };

export type ConfigureExternalPolicyMutationVariables = Exact<{
  input: ConfigureExternalPolicyInput;
}>;


export type ConfigureExternalPolicyMutation = { readonly configureExternalPolicy: { readonly externalPolicy: ExternalPolicySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type IssueByExternalPolicyMutationVariables = Exact<{
  input: IssueByExternalPolicyInput;
}>;


export type IssueByExternalPolicyMutation = { readonly issueByExternalPolicy: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: (
      { readonly privateKey: string | null, readonly privateKeyType: KeyType | null }
      & IssuedFieldsFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignByExternalPolicyMutationVariables = Exact<{
  input: SignByExternalPolicyInput;
}>;


export type SignByExternalPolicyMutation = { readonly signByExternalPolicy: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignIntermediateByExternalPolicyMutationVariables = Exact<{
  input: SignIntermediateByExternalPolicyInput;
}>;


export type SignIntermediateByExternalPolicyMutation = { readonly signIntermediateByExternalPolicy: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

type ProblemFields_BrokenRuleProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_ContentMismatchProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_GenericProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_InputProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_LimitProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_LockHeldProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_StateConflictProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

type ProblemFields_StorageQuotaProblem_Fragment = { readonly code: ProblemCode, readonly message: string, readonly field: ReadonlyArray<string> | null };

export type ProblemFieldsFragment =
  | ProblemFields_BrokenRuleProblem_Fragment
  | ProblemFields_ContentMismatchProblem_Fragment
  | ProblemFields_GenericProblem_Fragment
  | ProblemFields_InputProblem_Fragment
  | ProblemFields_LimitProblem_Fragment
  | ProblemFields_LockHeldProblem_Fragment
  | ProblemFields_StateConflictProblem_Fragment
  | ProblemFields_StorageQuotaProblem_Fragment
;

export type PageFieldsFragment = { readonly hasNextPage: boolean, readonly endCursor: string | null };

export type UrlsFieldsFragment = { readonly crlDistributionPoints: ReadonlyArray<string>, readonly deltaCrlDistributionPoints: ReadonlyArray<string>, readonly enableTemplating: boolean, readonly issuingCertificates: ReadonlyArray<string>, readonly lacking: string | null, readonly ocspServers: ReadonlyArray<string> };

export type IssuerFieldsFragment = (
  { readonly certificate: string, readonly chain: ReadonlyArray<string>, readonly ownUrls: UrlsFieldsFragment, readonly urls: UrlsFieldsFragment }
  & IssuerSummaryFragment
);

export type IssuedFieldsFragment = { readonly certificateId: string | null, readonly serialNumber: string, readonly notBefore: string, readonly notAfter: string, readonly certificate: string, readonly issuingCa: string, readonly caChain: ReadonlyArray<string> };

export type IssuedCertificateFieldsFragment = (
  { readonly leaseDuration: string, readonly leaseId: string, readonly privateKey: string | null, readonly privateKeyType: KeyType | null }
  & IssuedFieldsFragment
);

export type GeneratedCsrFieldsFragment = { readonly csr: string, readonly privateKey: string | null, readonly privateKeyType: KeyType | null, readonly issuerKey: { readonly id: string, readonly name: string | null } };

export type IssuersQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type IssuersQuery = { readonly issuers: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly commonName: string, readonly subject: string, readonly isDefault: boolean, readonly isRoot: boolean, readonly notAfter: string, readonly serialNumber: string }>, readonly pageInfo: PageFieldsFragment } };

export type GenerateRootMutationVariables = Exact<{
  input: GenerateRootInput;
}>;


export type GenerateRootMutation = { readonly generateRoot: { readonly warnings: ReadonlyArray<string>, readonly generatedRoot: { readonly certificate: string, readonly privateKey: string | null, readonly privateKeyType: KeyType | null, readonly issuer: { readonly id: string, readonly commonName: string, readonly notAfter: string } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type IssuerSummaryFragment = { readonly id: string, readonly name: string | null, readonly mountPath: string, readonly commonName: string, readonly createdAt: string, readonly isDefault: boolean, readonly isRoot: boolean, readonly keyId: string | null, readonly leafNotAfterBehavior: LeafNotAfterBehavior, readonly notAfter: string, readonly notBefore: string, readonly revocationSignatureAlgorithm: string, readonly revokedAt: string | null, readonly serialNumber: string, readonly subject: string, readonly subjectKeyId: string, readonly usage: ReadonlyArray<IssuerUsage>, readonly uuid: string };

export type IssuerQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  reference?: Scalars['String']['input'];
}>;


export type IssuerQuery = { readonly issuer: IssuerFieldsFragment | null };

export type RotateRootMutationVariables = Exact<{
  input: RotateRootInput;
}>;


export type RotateRootMutation = { readonly rotateRoot: { readonly warnings: ReadonlyArray<string>, readonly generatedRoot: { readonly certificate: string, readonly issuingCa: string, readonly privateKey: string | null, readonly privateKeyType: KeyType | null, readonly issuer: { readonly id: string, readonly name: string | null }, readonly issuerKey: { readonly id: string, readonly name: string | null } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ReplaceRootMutationVariables = Exact<{
  input: ReplaceRootInput;
}>;


export type ReplaceRootMutation = { readonly replaceRoot: { readonly issuer: IssuerFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteRootMutationVariables = Exact<{
  input: DeleteRootInput;
}>;


export type DeleteRootMutation = { readonly deleteRoot: { readonly warnings: ReadonlyArray<string>, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ImportIssuersMutationVariables = Exact<{
  input: ImportIssuersInput;
}>;


export type ImportIssuersMutation = { readonly importIssuers: { readonly existingIssuers: ReadonlyArray<string> | null, readonly existingKeys: ReadonlyArray<string> | null, readonly importedIssuers: ReadonlyArray<string> | null, readonly importedKeys: ReadonlyArray<string> | null, readonly warnings: ReadonlyArray<string>, readonly mapping: ReadonlyArray<{ readonly issuerId: string, readonly issuerUuid: string, readonly keyId: string | null, readonly keyUuid: string | null }> | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type GenerateIntermediateMutationVariables = Exact<{
  input: GenerateIntermediateInput;
}>;


export type GenerateIntermediateMutation = { readonly generateIntermediate: { readonly warnings: ReadonlyArray<string>, readonly generatedCsr: GeneratedCsrFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignIntermediateMutationVariables = Exact<{
  input: SignIntermediateInput;
}>;


export type SignIntermediateMutation = { readonly signIntermediate: { readonly warnings: ReadonlyArray<string>, readonly issuedCertificate: IssuedCertificateFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CrossSignIntermediateMutationVariables = Exact<{
  input: CrossSignIntermediateInput;
}>;


export type CrossSignIntermediateMutation = { readonly crossSignIntermediate: { readonly warnings: ReadonlyArray<string>, readonly generatedCsr: GeneratedCsrFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignSelfIssuedMutationVariables = Exact<{
  input: SignSelfIssuedInput;
}>;


export type SignSelfIssuedMutation = { readonly signSelfIssued: { readonly warnings: ReadonlyArray<string>, readonly crossSignedRoot: { readonly certificate: string, readonly issuingCa: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateIssuerMutationVariables = Exact<{
  input: UpdateIssuerInput;
}>;


export type UpdateIssuerMutation = { readonly updateIssuer: { readonly issuer: IssuerFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteIssuerMutationVariables = Exact<{
  input: DeleteIssuerInput;
}>;


export type DeleteIssuerMutation = { readonly deleteIssuer: { readonly deletedId: string | null, readonly warnings: ReadonlyArray<string>, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeIssuerMutationVariables = Exact<{
  input: RevokeIssuerInput;
}>;


export type RevokeIssuerMutation = { readonly revokeIssuer: { readonly warnings: ReadonlyArray<string>, readonly issuer: IssuerFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type IssuerKeySummaryFragment = { readonly id: string, readonly name: string | null, readonly createdAt: string, readonly isDefault: boolean | null, readonly keyBits: number, readonly keyType: KeyType, readonly managedKeyName: string | null, readonly managedKeyUuid: string | null, readonly subjectKeyId: string, readonly uuid: string };

export type IssuerKeysQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  filter?: InputMaybe<IssuerKeyFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type IssuerKeysQuery = { readonly issuerKeys: { readonly nodes: ReadonlyArray<IssuerKeySummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type IssuerKeyQueryVariables = Exact<{
  reference: Scalars['String']['input'];
  mount?: Scalars['String']['input'];
}>;


export type IssuerKeyQuery = { readonly issuerKey: (
    { readonly publicKey: string }
    & IssuerKeySummaryFragment
  ) | null };

export type GenerateKeyMutationVariables = Exact<{
  input: GenerateKeyInput;
}>;


export type GenerateKeyMutation = { readonly generateKey: { readonly privateKey: string | null, readonly issuerKey: (
      { readonly publicKey: string }
      & IssuerKeySummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ImportKeyMutationVariables = Exact<{
  input: ImportKeyInput;
}>;


export type ImportKeyMutation = { readonly importKey: { readonly isNew: boolean | null, readonly issuerKey: (
      { readonly publicKey: string }
      & IssuerKeySummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateKeyMutationVariables = Exact<{
  input: UpdateKeyInput;
}>;


export type UpdateKeyMutation = { readonly updateKey: { readonly issuerKey: (
      { readonly publicKey: string }
      & IssuerKeySummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteKeyMutationVariables = Exact<{
  input: DeleteKeyInput;
}>;


export type DeleteKeyMutation = { readonly deleteKey: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ManagedKeySummaryFragment = { readonly id: string, readonly name: string, readonly uuid: string, readonly library: string, readonly slot: string | null, readonly tokenLabel: string | null, readonly keyLabel: string | null, readonly tokenKeyId: string | null, readonly mechanism: ManagedKeyMechanism, readonly keyBits: number | null, readonly curve: ManagedKeyCurve | null, readonly allowGenerateKey: boolean, readonly allowReplaceKey: boolean, readonly allowStoreKey: boolean, readonly anyMount: boolean, readonly forceRwSession: boolean, readonly maxParallel: number, readonly usages: ReadonlyArray<ManagedKeyUsage>, readonly pinRefusedAt: string | null, readonly createdAt: string, readonly updatedAt: string };

export type ManagedKeysQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ManagedKeysQuery = { readonly managedKeys: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly pageInfo: PageFieldsFragment } };

export type ManagedKeyQueryVariables = Exact<{
  name: Scalars['String']['input'];
}>;


export type ManagedKeyQuery = { readonly managedKey: ManagedKeySummaryFragment | null };

export type WriteManagedKeyMutationVariables = Exact<{
  input: WriteManagedKeyInput;
}>;


export type WriteManagedKeyMutation = { readonly writeManagedKey: { readonly managedKey: ManagedKeySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TestManagedKeyMutationVariables = Exact<{
  input: TestManagedKeyInput;
}>;


export type TestManagedKeyMutation = { readonly testManagedKey: { readonly managedKey: { readonly id: string, readonly name: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteManagedKeyMutationVariables = Exact<{
  input: DeleteManagedKeyInput;
}>;


export type DeleteManagedKeyMutation = { readonly deleteManagedKey: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CrlConfigFieldsFragment = { readonly allowExpiredCertRevocation: boolean, readonly autoRebuild: boolean, readonly autoRebuildGracePeriod: string, readonly crossClusterRevocation: boolean, readonly deltaRebuildInterval: string, readonly disable: boolean, readonly enableDelta: boolean, readonly expiry: string, readonly maxCrlEntries: number, readonly ocspDisable: boolean, readonly ocspExpiry: string, readonly shardBases: ReadonlyArray<string>, readonly shards: number, readonly shardsEver: number, readonly unifiedCrl: boolean, readonly unifiedCrlOnExistingPaths: boolean };

export type IssuersConfigFieldsFragment = { readonly defaultFollowsLatestIssuer: boolean, readonly defaultIssuerId: string | null, readonly defaultIssuerUuid: string | null };

export type ClusterConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type ClusterConfigQuery = { readonly clusterConfig: { readonly path: string, readonly aiaPath: string } | null };

export type UrlsConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type UrlsConfigQuery = { readonly urlsConfig: UrlsFieldsFragment | null };

export type CrlConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type CrlConfigQuery = { readonly crlConfig: CrlConfigFieldsFragment | null };

export type IssuersConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type IssuersConfigQuery = { readonly issuersConfig: IssuersConfigFieldsFragment | null };

export type DefaultKeyQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type DefaultKeyQuery = { readonly defaultKey: (
    { readonly publicKey: string }
    & IssuerKeySummaryFragment
  ) | null };

export type ConfigureClusterMutationVariables = Exact<{
  input: ConfigureClusterInput;
}>;


export type ConfigureClusterMutation = { readonly configureCluster: { readonly clusterConfig: { readonly path: string, readonly aiaPath: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureUrlsMutationVariables = Exact<{
  input: ConfigureUrlsInput;
}>;


export type ConfigureUrlsMutation = { readonly configureUrls: { readonly urlsConfig: UrlsFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureCrlMutationVariables = Exact<{
  input: ConfigureCrlInput;
}>;


export type ConfigureCrlMutation = { readonly configureCrl: { readonly crlConfig: CrlConfigFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureIssuersMutationVariables = Exact<{
  input: ConfigureIssuersInput;
}>;


export type ConfigureIssuersMutation = { readonly configureIssuers: { readonly warnings: ReadonlyArray<string>, readonly issuersConfig: IssuersConfigFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureKeysMutationVariables = Exact<{
  input: ConfigureKeysInput;
}>;


export type ConfigureKeysMutation = { readonly configureKeys: { readonly issuerKey: (
      { readonly publicKey: string }
      & IssuerKeySummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type MountsQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type MountsQuery = { readonly mounts: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly path: string, readonly description: string }>, readonly pageInfo: PageFieldsFragment } };

export type MountSummaryFragment = { readonly id: string, readonly path: string, readonly accessor: string, readonly createdAt: string, readonly defaultLeaseTtl: string, readonly description: string, readonly effectiveDefaultTtl: string, readonly effectiveMaxTtl: string, readonly maxLeaseTtl: string, readonly type: string, readonly updatedAt: string };

export type MountQueryVariables = Exact<{
  path: Scalars['String']['input'];
}>;


export type MountQuery = { readonly mount: (
    { readonly tuning: unknown }
    & MountSummaryFragment
  ) | null };

export type VisibleMountsQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type VisibleMountsQuery = { readonly visibleMounts: { readonly nodes: ReadonlyArray<MountSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type CreateMountMutationVariables = Exact<{
  input: CreateMountInput;
}>;


export type CreateMountMutation = { readonly createMount: { readonly mount: (
      { readonly tuning: unknown }
      & MountSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TuneMountMutationVariables = Exact<{
  input: TuneMountInput;
}>;


export type TuneMountMutation = { readonly tuneMount: { readonly mount: (
      { readonly tuning: unknown }
      & MountSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type MoveMountMutationVariables = Exact<{
  input: MoveMountInput;
}>;


export type MoveMountMutation = { readonly moveMount: { readonly mount: (
      { readonly tuning: unknown }
      & MountSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteMountMutationVariables = Exact<{
  input: DeleteMountInput;
}>;


export type DeleteMountMutation = { readonly deleteMount: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type MountMoveQueryVariables = Exact<{
  moveId: Scalars['ID']['input'];
}>;


export type MountMoveQuery = { readonly mountMove: { readonly moveId: string, readonly source: string, readonly target: string, readonly movedAt: string } | null };

export type NodeQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type NodeQuery = { readonly node:
    | { readonly __typename: 'CelRole', readonly id: string }
    | { readonly __typename: 'Certificate', readonly id: string }
    | { readonly __typename: 'ConfigurationVersion', readonly id: string }
    | { readonly __typename: 'Issuer', readonly id: string }
    | { readonly __typename: 'IssuerKey', readonly id: string }
    | { readonly __typename: 'ManagedKey', readonly id: string }
    | { readonly __typename: 'Mount', readonly id: string }
    | { readonly __typename: 'Organization', readonly id: string }
    | { readonly __typename: 'OrganizationMembership', readonly id: string }
    | { readonly __typename: 'Project', readonly id: string }
    | { readonly __typename: 'ReservedTagKey', readonly id: string }
    | { readonly __typename: 'Resource', readonly id: string }
    | { readonly __typename: 'Revocation', readonly id: string }
    | { readonly __typename: 'Role', readonly id: string }
    | { readonly __typename: 'Run', readonly id: string }
    | { readonly __typename: 'StateVersion', readonly id: string }
    | { readonly __typename: 'StateVersionOutput', readonly id: string }
    | { readonly __typename: 'Tag', readonly id: string }
    | { readonly __typename: 'TagBinding', readonly id: string }
    | { readonly __typename: 'Team', readonly id: string }
    | { readonly __typename: 'TeamProjectAccess', readonly id: string }
    | { readonly __typename: 'TeamWorkspaceAccess', readonly id: string }
    | { readonly __typename: 'Token', readonly id: string }
    | { readonly __typename: 'User', readonly id: string }
    | { readonly __typename: 'Variable', readonly id: string }
    | { readonly __typename: 'VariableSet', readonly id: string }
    | { readonly __typename: 'Webhook', readonly id: string }
    | { readonly __typename: 'WebhookDelivery', readonly id: string }
    | { readonly __typename: 'Workspace', readonly id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;


export type NodesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'CelRole', readonly id: string }
    | { readonly __typename: 'Certificate', readonly id: string }
    | { readonly __typename: 'ConfigurationVersion', readonly id: string }
    | { readonly __typename: 'Issuer', readonly id: string }
    | { readonly __typename: 'IssuerKey', readonly id: string }
    | { readonly __typename: 'ManagedKey', readonly id: string }
    | { readonly __typename: 'Mount', readonly id: string }
    | { readonly __typename: 'Organization', readonly id: string }
    | { readonly __typename: 'OrganizationMembership', readonly id: string }
    | { readonly __typename: 'Project', readonly id: string }
    | { readonly __typename: 'ReservedTagKey', readonly id: string }
    | { readonly __typename: 'Resource', readonly id: string }
    | { readonly __typename: 'Revocation', readonly id: string }
    | { readonly __typename: 'Role', readonly id: string }
    | { readonly __typename: 'Run', readonly id: string }
    | { readonly __typename: 'StateVersion', readonly id: string }
    | { readonly __typename: 'StateVersionOutput', readonly id: string }
    | { readonly __typename: 'Tag', readonly id: string }
    | { readonly __typename: 'TagBinding', readonly id: string }
    | { readonly __typename: 'Team', readonly id: string }
    | { readonly __typename: 'TeamProjectAccess', readonly id: string }
    | { readonly __typename: 'TeamWorkspaceAccess', readonly id: string }
    | { readonly __typename: 'Token', readonly id: string }
    | { readonly __typename: 'User', readonly id: string }
    | { readonly __typename: 'Variable', readonly id: string }
    | { readonly __typename: 'VariableSet', readonly id: string }
    | { readonly __typename: 'Webhook', readonly id: string }
    | { readonly __typename: 'WebhookDelivery', readonly id: string }
    | { readonly __typename: 'Workspace', readonly id: string }
   | null> };

export type EntitlementFieldsFragment = { readonly agents: boolean, readonly auditLogging: boolean, readonly configurationDesigner: boolean, readonly costEstimation: boolean, readonly globalRunTasks: boolean, readonly operations: boolean, readonly privateModuleRegistry: boolean, readonly runTasks: boolean, readonly selfServeBilling: boolean, readonly sentinel: boolean, readonly sso: boolean, readonly stateStorage: boolean, readonly teams: boolean, readonly usageReporting: boolean, readonly userLimit: number | null, readonly vcsIntegrations: boolean };

export type OrganizationsQueryVariables = Exact<{
  filter?: InputMaybe<OrganizationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type OrganizationsQuery = { readonly organizations: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string }>, readonly pageInfo: PageFieldsFragment } };

export type OrganizationMembershipSummaryFragment = { readonly id: string, readonly createdAt: string, readonly email: string | null, readonly organizationId: string, readonly status: OrganizationMembershipStatus, readonly userId: string, readonly organization: { readonly id: string, readonly name: string }, readonly user: { readonly id: string, readonly username: string } };

export type OrganizationSummaryFragment = { readonly id: string, readonly name: string, readonly aggregatedCommitStatusEnabled: boolean, readonly allowForceDeleteWorkspaces: boolean, readonly assessmentsEnforced: boolean, readonly stacksEnabled: boolean, readonly maxTtlEnabled: boolean, readonly userTokenMaxTtl: string, readonly teamTokenMaxTtl: string, readonly organizationTokenMaxTtl: string, readonly auditTrailTokenMaxTtl: string, readonly costEstimationEnabled: boolean, readonly createdAt: string, readonly email: string, readonly memberCount: number | string, readonly ownersTeamSamlRoleId: string | null, readonly plan: string, readonly projectCount: number | string, readonly sendPassingStatusesForUntriggeredSpeculativePlans: boolean, readonly sessionRemember: number | null, readonly sessionTimeout: number | null, readonly speculativePlanManagementEnabled: boolean, readonly teamCount: number | string, readonly updatedAt: string, readonly workspaceCount: number | string, readonly permissions: { readonly canAccessViaTeams: boolean, readonly canCreateModule: boolean, readonly canCreateProject: boolean, readonly canCreateTeam: boolean, readonly canCreateWorkspace: boolean, readonly canDestroy: boolean, readonly canManageOrganizationAccess: boolean, readonly canManageRunTasks: boolean, readonly canManageSso: boolean, readonly canManageSubscription: boolean, readonly canManageTags: boolean, readonly canManageVarsets: boolean, readonly canManageUsers: boolean, readonly canReadAuditRecords: boolean, readonly canTraverse: boolean, readonly canUpdate: boolean, readonly canUpdateAgentPools: boolean, readonly canUpdateApiToken: boolean, readonly canUpdateOauth: boolean, readonly canUpdateSentinel: boolean, readonly canUpdateSshKeys: boolean }, readonly storage: { readonly quotaBytes: number | string | null, readonly quotaKind: StorageQuotaKind, readonly usedBytes: number | string } | null };

export type OrganizationQueryVariables = Exact<{
  name: Scalars['String']['input'];
}>;


export type OrganizationQuery = { readonly organization: (
    { readonly entitlements: EntitlementFieldsFragment }
    & OrganizationSummaryFragment
  ) | null };

export type OrganizationMembershipQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type OrganizationMembershipQuery = { readonly organizationMembership: OrganizationMembershipSummaryFragment | null };

export type CreateOrganizationMutationVariables = Exact<{
  input: CreateOrganizationInput;
}>;


export type CreateOrganizationMutation = { readonly createOrganization: { readonly organization: (
      { readonly entitlements: EntitlementFieldsFragment }
      & OrganizationSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateOrganizationMutationVariables = Exact<{
  input: UpdateOrganizationInput;
}>;


export type UpdateOrganizationMutation = { readonly updateOrganization: { readonly organization: (
      { readonly entitlements: EntitlementFieldsFragment }
      & OrganizationSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteOrganizationMutationVariables = Exact<{
  input: DeleteOrganizationInput;
}>;


export type DeleteOrganizationMutation = { readonly deleteOrganization: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AddOrganizationMemberMutationVariables = Exact<{
  input: AddOrganizationMemberInput;
}>;


export type AddOrganizationMemberMutation = { readonly addOrganizationMember: { readonly organizationMembership: OrganizationMembershipSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveOrganizationMemberMutationVariables = Exact<{
  input: RemoveOrganizationMemberInput;
}>;


export type RemoveOrganizationMemberMutation = { readonly removeOrganizationMember: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SetStorageQuotaMutationVariables = Exact<{
  input: SetStorageQuotaInput;
}>;


export type SetStorageQuotaMutation = { readonly setStorageQuota: { readonly organization: (
      { readonly entitlements: EntitlementFieldsFragment }
      & OrganizationSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SetOrganizationPlanMutationVariables = Exact<{
  input: SetOrganizationPlanInput;
}>;


export type SetOrganizationPlanMutation = { readonly setOrganizationPlan: { readonly organization: { readonly id: string, readonly plan: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type PolicyFieldsFragment = { readonly name: string, readonly text: string, readonly createdAt: string, readonly updatedAt: string, readonly rules: ReadonlyArray<{ readonly path: string, readonly allowedParameters: unknown | null, readonly capabilities: ReadonlyArray<PolicyCapability>, readonly deniedParameters: unknown | null, readonly requiredParameters: ReadonlyArray<string> | null }> };

export type PoliciesQueryVariables = Exact<{
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type PoliciesQuery = { readonly policies: { readonly nodes: ReadonlyArray<PolicyFieldsFragment>, readonly pageInfo: PageFieldsFragment } };

export type PolicyQueryVariables = Exact<{
  name: Scalars['String']['input'];
}>;


export type PolicyQuery = { readonly policy: PolicyFieldsFragment | null };

export type WritePolicyMutationVariables = Exact<{
  input: WritePolicyInput;
}>;


export type WritePolicyMutation = { readonly writePolicy: { readonly policy: PolicyFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeletePolicyMutationVariables = Exact<{
  input: DeletePolicyInput;
}>;


export type DeletePolicyMutation = { readonly deletePolicy: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ProjectSummaryFragment = { readonly id: string, readonly name: string, readonly autoDestroyDuration: string | null, readonly createdAt: string, readonly description: string, readonly isDefault: boolean, readonly organizationId: string, readonly organizationName: string | null, readonly updatedAt: string, readonly workspaceCount: number | string, readonly permissions: { readonly canCreateWorkspace: boolean, readonly canDestroy: boolean, readonly canManageTags: boolean, readonly canManageTeams: boolean, readonly canMoveWorkspace: boolean, readonly canRead: boolean, readonly canReadTeams: boolean, readonly canUpdate: boolean }, readonly settingOverwrites: { readonly overwritesAgentPool: boolean, readonly overwritesExecutionMode: boolean } };

export type ProjectsQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  filter?: InputMaybe<ProjectFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProjectsQuery = { readonly projects: { readonly nodes: ReadonlyArray<ProjectSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type ProjectQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ProjectQuery = { readonly project: ProjectSummaryFragment | null };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type CreateProjectMutation = { readonly createProject: { readonly project: ProjectSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateProjectMutationVariables = Exact<{
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { readonly updateProject: { readonly project: ProjectSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteProjectMutationVariables = Exact<{
  input: DeleteProjectInput;
}>;


export type DeleteProjectMutation = { readonly deleteProject: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ReservedTagKeySummaryFragment = { readonly id: string, readonly createdAt: string, readonly disableOverrides: boolean, readonly key: string, readonly organizationId: string, readonly updatedAt: string };

export type ReservedTagKeyQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ReservedTagKeyQuery = { readonly reservedTagKey: ReservedTagKeySummaryFragment | null };

export type ReservedTagKeysQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ReservedTagKeysQuery = { readonly reservedTagKeys: { readonly nodes: ReadonlyArray<ReservedTagKeySummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type CreateReservedTagKeyMutationVariables = Exact<{
  input: CreateReservedTagKeyInput;
}>;


export type CreateReservedTagKeyMutation = { readonly createReservedTagKey: { readonly reservedTagKey: ReservedTagKeySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateReservedTagKeyMutationVariables = Exact<{
  input: UpdateReservedTagKeyInput;
}>;


export type UpdateReservedTagKeyMutation = { readonly updateReservedTagKey: { readonly reservedTagKey: ReservedTagKeySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteReservedTagKeyMutationVariables = Exact<{
  input: DeleteReservedTagKeyInput;
}>;


export type DeleteReservedTagKeyMutation = { readonly deleteReservedTagKey: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DataRetentionPolicyFieldsFragment = { readonly deleteOlderThanNDays: number | null, readonly kind: DataRetentionKind, readonly targetId: string };

export type OrganizationDataRetentionPolicyQueryVariables = Exact<{
  organization: Scalars['String']['input'];
}>;


export type OrganizationDataRetentionPolicyQuery = { readonly organizationDataRetentionPolicy: DataRetentionPolicyFieldsFragment | null };

export type SetDataRetentionPolicyMutationVariables = Exact<{
  input: SetDataRetentionPolicyInput;
}>;


export type SetDataRetentionPolicyMutation = { readonly setDataRetentionPolicy: { readonly dataRetentionPolicy: DataRetentionPolicyFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveDataRetentionPolicyMutationVariables = Exact<{
  input: RemoveDataRetentionPolicyInput;
}>;


export type RemoveDataRetentionPolicyMutation = { readonly removeDataRetentionPolicy: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SoftDeleteBackingDataMutationVariables = Exact<{
  input: SoftDeleteBackingDataInput;
}>;


export type SoftDeleteBackingDataMutation = { readonly softDeleteBackingData: { readonly stateVersion: StateVersionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RestoreBackingDataMutationVariables = Exact<{
  input: RestoreBackingDataInput;
}>;


export type RestoreBackingDataMutation = { readonly restoreBackingData: { readonly stateVersion: StateVersionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type PermanentlyDeleteBackingDataMutationVariables = Exact<{
  input: PermanentlyDeleteBackingDataInput;
}>;


export type PermanentlyDeleteBackingDataMutation = { readonly permanentlyDeleteBackingData: { readonly stateVersion: StateVersionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevocationSummaryFragment = { readonly id: string, readonly notAfter: string, readonly published: boolean, readonly reason: RevocationReason, readonly revokedAt: string, readonly serialNumber: string };

export type RevocationsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  filter?: InputMaybe<RevocationFilter>;
  orderBy?: RevocationOrder;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RevocationsQuery = { readonly revocations: { readonly nodes: ReadonlyArray<RevocationSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type RevocationRequestsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RevocationRequestsQuery = { readonly revocationRequests: { readonly nodes: ReadonlyArray<{ readonly mountAccessor: string, readonly requestedAt: string, readonly requestedBy: string, readonly serialNumber: string }>, readonly pageInfo: PageFieldsFragment } };

export type DismissRevocationRequestMutationVariables = Exact<{
  input: DismissRevocationRequestInput;
}>;


export type DismissRevocationRequestMutation = { readonly dismissRevocationRequest: { readonly serialNumber: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UnifiedRevocationsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type UnifiedRevocationsQuery = { readonly unifiedRevocations: { readonly nodes: ReadonlyArray<{ readonly mountAccessors: ReadonlyArray<string>, readonly revokedAt: string, readonly serialNumber: string }>, readonly pageInfo: PageFieldsFragment } };

export type CrlQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  delta?: Scalars['Boolean']['input'];
  issuer?: Scalars['String']['input'];
  shard?: InputMaybe<Scalars['Int']['input']>;
  unified?: Scalars['Boolean']['input'];
}>;


export type CrlQuery = { readonly crl: { readonly baseNumber: number | string | null, readonly delta: boolean, readonly entryCount: number, readonly issuerId: string, readonly nextUpdate: string, readonly number: number | string, readonly pem: string, readonly thisUpdate: string } | null };

export type RotateCrlMutationVariables = Exact<{
  input: RotateCrlInput;
}>;


export type RotateCrlMutation = { readonly rotateCrl: { readonly crls: ReadonlyArray<{ readonly baseNumber: number | string | null, readonly delta: boolean, readonly entryCount: number, readonly issuerId: string, readonly nextUpdate: string, readonly number: number | string, readonly thisUpdate: string }> | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ResignCrlsMutationVariables = Exact<{
  input: ResignCrlsInput;
}>;


export type ResignCrlsMutation = { readonly resignCrls: { readonly crl: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type SignRevocationListMutationVariables = Exact<{
  input: SignRevocationListInput;
}>;


export type SignRevocationListMutation = { readonly signRevocationList: { readonly crl: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DelegateOcspMutationVariables = Exact<{
  input: DelegateOcspInput;
}>;


export type DelegateOcspMutation = { readonly delegateOcsp: { readonly ocspDelegation: { readonly certificate: string, readonly issuerId: string, readonly notAfter: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type EndOcspDelegationMutationVariables = Exact<{
  input: EndOcspDelegationInput;
}>;


export type EndOcspDelegationMutation = { readonly endOcspDelegation: { readonly issuer: IssuerFieldsFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type LeaseKeysQueryVariables = Exact<{
  below: Scalars['String']['input'];
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type LeaseKeysQuery = { readonly leaseKeys: ReadonlyArray<string> };

export type IrrevocableLeasesQueryVariables = Exact<{
  atMost: Scalars['Int']['input'];
}>;


export type IrrevocableLeasesQuery = { readonly irrevocableLeases: ReadonlyArray<{ readonly leaseId: string, readonly mountPath: string, readonly serialNumber: string, readonly expiresAt: string, readonly revokeError: string | null }> };

export type IrrevocableLeaseCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type IrrevocableLeaseCountsQuery = { readonly irrevocableLeaseCounts: ReadonlyArray<{ readonly mountPath: string, readonly mountAccessor: string, readonly leaseCount: number | string }> };

export type RevokeLeasesMutationVariables = Exact<{
  input: RevokeLeasesInput;
}>;


export type RevokeLeasesMutation = { readonly revokeLeases: { readonly endedCount: number | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RolesQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type RolesQuery = { readonly roles: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string, readonly allowedDomains: ReadonlyArray<string>, readonly keyType: RoleKeyType, readonly keyBits: number, readonly ttl: string, readonly maxTtl: string }>, readonly pageInfo: PageFieldsFragment } };

export type CreateRoleMutationVariables = Exact<{
  input: CreateRoleInput;
}>;


export type CreateRoleMutation = { readonly createRole: { readonly warnings: ReadonlyArray<string>, readonly role: { readonly id: string, readonly name: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RoleSummaryFragment = { readonly id: string, readonly name: string, readonly mountPath: string, readonly allowAnyName: boolean, readonly allowBareDomains: boolean, readonly allowGlobDomains: boolean, readonly allowIpSans: boolean, readonly allowLocalhost: boolean, readonly allowSubdomains: boolean, readonly allowWildcardCertificates: boolean, readonly allowedDomains: ReadonlyArray<string>, readonly allowedDomainsTemplate: boolean, readonly allowedIpSansCidr: ReadonlyArray<string>, readonly allowedOtherSans: ReadonlyArray<string>, readonly allowedSerialNumbers: ReadonlyArray<string>, readonly allowedUriSans: ReadonlyArray<string>, readonly allowedUriSansTemplate: boolean, readonly allowGlobsInIdentityTemplates: boolean, readonly allowedUserIds: ReadonlyArray<string>, readonly basicConstraintsValidForNonCa: boolean, readonly clientFlag: boolean, readonly cnValidations: ReadonlyArray<CnValidation>, readonly codeSigningFlag: boolean, readonly country: ReadonlyArray<string>, readonly emailProtectionFlag: boolean, readonly enforceHostnames: boolean, readonly extKeyUsage: ReadonlyArray<ExtKeyUsage>, readonly extKeyUsageOids: ReadonlyArray<string>, readonly generateLease: boolean, readonly issuerRef: string, readonly keyBits: number, readonly keyType: RoleKeyType, readonly keyUsage: ReadonlyArray<KeyUsage>, readonly lintProfile: LintProfile, readonly lintSeverity: LintSeverity, readonly locality: ReadonlyArray<string>, readonly maxTtl: string, readonly noStore: boolean, readonly noStoreMetadata: boolean, readonly notAfter: string | null, readonly notAfterBound: string, readonly notBefore: string | null, readonly notBeforeBound: NotBeforeBound, readonly notBeforeDuration: string, readonly organization: ReadonlyArray<string>, readonly ou: ReadonlyArray<string>, readonly postalCode: ReadonlyArray<string>, readonly province: ReadonlyArray<string>, readonly requireCn: boolean, readonly serialNumberSource: SerialNumberSource, readonly serverFlag: boolean, readonly signatureBits: number, readonly streetAddress: ReadonlyArray<string>, readonly ttl: string, readonly useCsrCommonName: boolean, readonly useCsrSans: boolean, readonly usePss: boolean, readonly policyIdentifiers: ReadonlyArray<{ readonly oid: string, readonly cps: string | null, readonly notice: string | null }> };

export type RoleQueryVariables = Exact<{
  name: Scalars['String']['input'];
  mount?: Scalars['String']['input'];
}>;


export type RoleQuery = { readonly role: RoleSummaryFragment | null };

export type UpdateRoleMutationVariables = Exact<{
  input: UpdateRoleInput;
}>;


export type UpdateRoleMutation = { readonly updateRole: { readonly warnings: ReadonlyArray<string>, readonly role: RoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteRoleMutationVariables = Exact<{
  input: DeleteRoleInput;
}>;


export type DeleteRoleMutation = { readonly deleteRole: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RunSummaryFragment = { readonly id: string, readonly autoApply: boolean, readonly configurationVersionId: string | null, readonly createdAt: string, readonly createdById: string | null, readonly executedByService: boolean, readonly hasChanges: boolean, readonly isDestroy: boolean, readonly message: string, readonly planOnly: boolean, readonly refresh: boolean, readonly refreshOnly: boolean, readonly source: string, readonly status: RunStatus, readonly terraformVersion: string | null, readonly triggerReason: string, readonly updatedAt: string, readonly workspaceId: string };

export type ConfigurationVersionSummaryFragment = { readonly id: string, readonly autoQueueRuns: boolean, readonly branch: string | null, readonly commitMessage: string | null, readonly commitSha: string | null, readonly commitUrl: string | null, readonly createdAt: string, readonly identifier: string | null, readonly provisional: boolean, readonly senderUsername: string | null, readonly source: string, readonly speculative: boolean, readonly status: ConfigurationVersionStatus, readonly workspaceId: string };

export type RunQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type RunQuery = { readonly run: RunSummaryFragment | null };

export type ConfigurationVersionQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type ConfigurationVersionQuery = { readonly configurationVersion: ConfigurationVersionSummaryFragment | null };

export type CreateRunMutationVariables = Exact<{
  input: CreateRunInput;
}>;


export type CreateRunMutation = { readonly createRun: { readonly run: RunSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateRunMutationVariables = Exact<{
  input: UpdateRunInput;
}>;


export type UpdateRunMutation = { readonly updateRun: { readonly run: RunSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateConfigurationVersionMutationVariables = Exact<{
  input: CreateConfigurationVersionInput;
}>;


export type CreateConfigurationVersionMutation = { readonly createConfigurationVersion: { readonly configurationVersion: ConfigurationVersionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ScepConfigSummaryFragment = { readonly enabled: boolean, readonly defaultPathPolicy: string, readonly allowedEncryptionAlgorithms: ReadonlyArray<string>, readonly allowedDigestAlgorithms: ReadonlyArray<string>, readonly restrictCaChainToIssuer: boolean, readonly requireApproval: boolean, readonly logLevel: string, readonly updatedAt: string | null, readonly authenticators: { readonly cert: { readonly accessor: string, readonly role: string | null } | null, readonly scep: { readonly accessor: string, readonly role: string | null } | null } };

export type ScepConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type ScepConfigQuery = { readonly scepConfig: ScepConfigSummaryFragment | null };

export type ConfigureScepMutationVariables = Exact<{
  input: ConfigureScepInput;
}>;


export type ConfigureScepMutation = { readonly configureScep: { readonly scepConfig: ScepConfigSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ScepTransactionSummaryFragment = { readonly requestId: string, readonly transactionId: string, readonly status: ScepTransactionStatus, readonly path: string, readonly subject: string, readonly names: ReadonlyArray<string>, readonly keyFingerprint: string, readonly requester: string, readonly remoteAddress: string, readonly certificateId: string | null, readonly reason: string | null, readonly createdAt: string, readonly decidedAt: string | null, readonly expiresAt: string };

export type ScepTransactionsQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  filter?: InputMaybe<ScepTransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ScepTransactionsQuery = { readonly scepTransactions: { readonly nodes: ReadonlyArray<ScepTransactionSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ApproveScepTransactionMutationVariables = Exact<{
  input: ApproveScepTransactionInput;
}>;


export type ApproveScepTransactionMutation = { readonly approveScepTransaction: { readonly scepTransaction: ScepTransactionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RefuseScepTransactionMutationVariables = Exact<{
  input: RefuseScepTransactionInput;
}>;


export type RefuseScepTransactionMutation = { readonly refuseScepTransaction: { readonly scepTransaction: ScepTransactionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ServiceTokenSummaryFragment = { readonly accessor: string, readonly boundCidrs: ReadonlyArray<string>, readonly createdAt: string, readonly displayName: string, readonly expiresAt: string | null, readonly explicitMaxTtl: string, readonly orphan: boolean, readonly path: string | null, readonly period: string | null, readonly policies: ReadonlyArray<string>, readonly renewable: boolean, readonly role: string | null, readonly ttl: string, readonly type: ServiceTokenType, readonly usesLeft: number | null };

export type TokenRoleSummaryFragment = { readonly name: string, readonly allowedPolicies: ReadonlyArray<string>, readonly allowedPoliciesGlob: ReadonlyArray<string>, readonly boundCidrs: ReadonlyArray<string>, readonly disallowedPolicies: ReadonlyArray<string>, readonly disallowedPoliciesGlob: ReadonlyArray<string>, readonly explicitMaxTtl: string, readonly noDefaultPolicy: boolean, readonly numUses: number, readonly orphan: boolean, readonly pathSuffix: string, readonly period: string, readonly renewable: boolean, readonly type: TokenRoleType };

export type ServiceTokenQueryVariables = Exact<{
  token: ServiceTokenRef;
}>;


export type ServiceTokenQuery = { readonly serviceToken: ServiceTokenSummaryFragment | null };

export type TokenAccessorsQueryVariables = Exact<{
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TokenAccessorsQuery = { readonly tokenAccessors: ReadonlyArray<string> };

export type TokenRoleQueryVariables = Exact<{
  name: Scalars['String']['input'];
}>;


export type TokenRoleQuery = { readonly tokenRole: TokenRoleSummaryFragment | null };

export type TokenRoleNamesQueryVariables = Exact<{
  first: Scalars['Int']['input'];
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TokenRoleNamesQuery = { readonly tokenRoleNames: ReadonlyArray<string> };

export type RenewServiceTokenMutationVariables = Exact<{
  input: RenewServiceTokenInput;
}>;


export type RenewServiceTokenMutation = { readonly renewServiceToken: { readonly warnings: ReadonlyArray<string>, readonly serviceToken: ServiceTokenSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeServiceTokenMutationVariables = Exact<{
  input: RevokeServiceTokenInput;
}>;


export type RevokeServiceTokenMutation = { readonly revokeServiceToken: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeTokenAloneMutationVariables = Exact<{
  input: RevokeTokenAloneInput;
}>;


export type RevokeTokenAloneMutation = { readonly revokeTokenAlone: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type WriteTokenRoleMutationVariables = Exact<{
  input: WriteTokenRoleInput;
}>;


export type WriteTokenRoleMutation = { readonly writeTokenRole: { readonly tokenRole: TokenRoleSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteTokenRoleMutationVariables = Exact<{
  input: DeleteTokenRoleInput;
}>;


export type DeleteTokenRoleMutation = { readonly deleteTokenRole: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type StateVersionSummaryFragment = { readonly id: string, readonly workspaceId: string, readonly number: number | string, readonly serial: number | string, readonly lineage: string | null, readonly md5: string, readonly size: number | string, readonly status: StateVersionStatus, readonly intermediate: boolean, readonly createdAt: string, readonly resourceCount: number | string | null, readonly resourcesProcessed: boolean, readonly rollbackOfId: string | null, readonly previousStateVersionId: string | null, readonly nextStateVersionId: string | null, readonly canRestoreBackingData: boolean, readonly createdBy: { readonly id: string, readonly username: string } | null };

export type OutputSummaryFragment = { readonly id: string, readonly name: string, readonly type: string, readonly sensitive: boolean, readonly value: unknown | null };

export type StateVersionsQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  filter?: InputMaybe<StateVersionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type StateVersionsQuery = { readonly workspace: { readonly stateVersions: { readonly nodes: ReadonlyArray<StateVersionSummaryFragment>, readonly pageInfo: PageFieldsFragment } | null } | null };

export type StateVersionQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type StateVersionQuery = { readonly stateVersion: (
    { readonly outputs: { readonly totalCount: number, readonly nodes: ReadonlyArray<OutputSummaryFragment> } | null }
    & StateVersionSummaryFragment
  ) | null };

export type StateVersionOutputsQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type StateVersionOutputsQuery = { readonly stateVersionOutputs: { readonly nodes: ReadonlyArray<OutputSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type StateVersionDownloadQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type StateVersionDownloadQuery = { readonly stateVersion: { readonly id: string, readonly size: number | string, readonly hostedStateDownloadUrl: string | null, readonly hostedJsonStateDownloadUrl: string | null } | null };

export type StoredStateVersionQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type StoredStateVersionQuery = { readonly stateVersion: (
    { readonly hostedStateUploadUrl: string | null, readonly hostedJsonStateUploadUrl: string | null }
    & StateVersionSummaryFragment
  ) | null };

export type CompareStateVersionsQueryVariables = Exact<{
  from: Scalars['ID']['input'];
  to: Scalars['ID']['input'];
}>;


export type CompareStateVersionsQuery = { readonly compareStateVersions: { readonly truncated: boolean, readonly resources: { readonly added: ReadonlyArray<string>, readonly changed: ReadonlyArray<string>, readonly removed: ReadonlyArray<string> }, readonly instances: { readonly addedCount: number, readonly changedCount: number, readonly removedCount: number, readonly added: ReadonlyArray<{ readonly address: string }>, readonly removed: ReadonlyArray<{ readonly address: string }>, readonly changed: ReadonlyArray<{ readonly truncated: boolean, readonly instance: { readonly address: string }, readonly attributes: ReadonlyArray<{ readonly path: unknown, readonly before: unknown | null, readonly after: unknown | null, readonly sensitive: boolean }> }> }, readonly outputs: { readonly added: ReadonlyArray<OutputChangeFragment>, readonly changed: ReadonlyArray<OutputChangeFragment>, readonly removed: ReadonlyArray<OutputChangeFragment> } } };

export type OutputChangeFragment = { readonly name: string, readonly before: unknown | null, readonly after: unknown | null, readonly sensitive: boolean };

export type CreateStateVersionMutationVariables = Exact<{
  input: CreateStateVersionInput;
}>;


export type CreateStateVersionMutation = { readonly createStateVersion: { readonly stateVersion: (
      { readonly hostedStateUploadUrl: string | null, readonly hostedJsonStateUploadUrl: string | null }
      & StateVersionSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RollbackStateVersionMutationVariables = Exact<{
  input: RollbackStateVersionInput;
}>;


export type RollbackStateVersionMutation = { readonly rollbackStateVersion: { readonly stateVersion: StateVersionSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ResourcesQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  filter?: InputMaybe<ResourceFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ResourcesQuery = { readonly resources: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly address: string, readonly type: string, readonly name: string, readonly module: string, readonly provider: string, readonly instanceCount: number | string, readonly workspaceId: string }>, readonly pageInfo: PageFieldsFragment } };

export type CurrentStateVersionQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
}>;


export type CurrentStateVersionQuery = { readonly currentStateVersion: StateVersionSummaryFragment | null };

export type StateVersionOutputQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type StateVersionOutputQuery = { readonly stateVersionOutput: OutputSummaryFragment | null };

export type CurrentStateVersionOutputsQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type CurrentStateVersionOutputsQuery = { readonly currentStateVersionOutputs: { readonly nodes: ReadonlyArray<OutputSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type TagSummaryFragment = { readonly id: string, readonly createdAt: string, readonly key: string, readonly organizationId: string, readonly workspaceCount: number | string };

export type TagsQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  filter?: InputMaybe<TagFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TagsQuery = { readonly tags: { readonly nodes: ReadonlyArray<TagSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type DeleteTagsMutationVariables = Exact<{
  input: DeleteTagsInput;
}>;


export type DeleteTagsMutation = { readonly deleteTags: { readonly deletedIds: ReadonlyArray<string> | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AddWorkspaceTagsMutationVariables = Exact<{
  input: AddWorkspaceTagsInput;
}>;


export type AddWorkspaceTagsMutation = { readonly addWorkspaceTags: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveWorkspaceTagsMutationVariables = Exact<{
  input: RemoveWorkspaceTagsInput;
}>;


export type RemoveWorkspaceTagsMutation = { readonly removeWorkspaceTags: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type BindWorkspaceTagsMutationVariables = Exact<{
  input: BindWorkspaceTagsInput;
}>;


export type BindWorkspaceTagsMutation = { readonly bindWorkspaceTags: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type BindProjectTagsMutationVariables = Exact<{
  input: BindProjectTagsInput;
}>;


export type BindProjectTagsMutation = { readonly bindProjectTags: { readonly project: ProjectSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AddTagToWorkspacesMutationVariables = Exact<{
  input: AddTagToWorkspacesInput;
}>;


export type AddTagToWorkspacesMutation = { readonly addTagToWorkspaces: { readonly tag: { readonly id: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TeamWorkspaceAccessSummaryFragment = { readonly id: string, readonly access: WorkspaceAccessLevel, readonly createdAt: string, readonly runTasks: boolean, readonly runs: RunAccess, readonly sentinelMocks: MockAccess, readonly stateVersions: StateAccess, readonly teamId: string, readonly updatedAt: string, readonly variables: VariableAccess, readonly workspaceId: string, readonly workspaceLocking: boolean, readonly team: { readonly id: string, readonly name: string }, readonly workspace: { readonly id: string, readonly name: string } | null };

export type TeamProjectAccessSummaryFragment = { readonly id: string, readonly access: ProjectAccessLevel, readonly createdAt: string, readonly projectId: string, readonly teamId: string, readonly updatedAt: string, readonly project: { readonly id: string, readonly name: string } | null, readonly projectAccess: { readonly settings: SettingsAccess, readonly teams: TeamsAccess, readonly variableSets: VariableAccess }, readonly team: { readonly id: string, readonly name: string }, readonly workspaceAccess: { readonly create: boolean, readonly delete: boolean, readonly locking: boolean, readonly move: boolean, readonly runTasks: boolean, readonly runs: RunAccess, readonly sentinelMocks: MockAccess, readonly stateVersions: StateAccess, readonly variables: VariableAccess } };

export type TeamWorkspaceAccessQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TeamWorkspaceAccessQuery = { readonly teamWorkspaceAccess: TeamWorkspaceAccessSummaryFragment | null };

export type WorkspaceTeamAccessQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WorkspaceTeamAccessQuery = { readonly workspaceTeamAccess: { readonly nodes: ReadonlyArray<TeamWorkspaceAccessSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type TeamProjectAccessQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TeamProjectAccessQuery = { readonly teamProjectAccess: TeamProjectAccessSummaryFragment | null };

export type ProjectTeamAccessQueryVariables = Exact<{
  projectId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type ProjectTeamAccessQuery = { readonly projectTeamAccess: { readonly nodes: ReadonlyArray<TeamProjectAccessSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type AddTeamWorkspaceAccessMutationVariables = Exact<{
  input: AddTeamWorkspaceAccessInput;
}>;


export type AddTeamWorkspaceAccessMutation = { readonly addTeamWorkspaceAccess: { readonly teamWorkspaceAccess: TeamWorkspaceAccessSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateTeamWorkspaceAccessMutationVariables = Exact<{
  input: UpdateTeamWorkspaceAccessInput;
}>;


export type UpdateTeamWorkspaceAccessMutation = { readonly updateTeamWorkspaceAccess: { readonly teamWorkspaceAccess: TeamWorkspaceAccessSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveTeamWorkspaceAccessMutationVariables = Exact<{
  input: RemoveTeamWorkspaceAccessInput;
}>;


export type RemoveTeamWorkspaceAccessMutation = { readonly removeTeamWorkspaceAccess: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AddTeamProjectAccessMutationVariables = Exact<{
  input: AddTeamProjectAccessInput;
}>;


export type AddTeamProjectAccessMutation = { readonly addTeamProjectAccess: { readonly teamProjectAccess: TeamProjectAccessSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateTeamProjectAccessMutationVariables = Exact<{
  input: UpdateTeamProjectAccessInput;
}>;


export type UpdateTeamProjectAccessMutation = { readonly updateTeamProjectAccess: { readonly teamProjectAccess: TeamProjectAccessSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveTeamProjectAccessMutationVariables = Exact<{
  input: RemoveTeamProjectAccessInput;
}>;


export type RemoveTeamProjectAccessMutation = { readonly removeTeamProjectAccess: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type OrganizationAccessFieldsFragment = { readonly accessSecretTeams: boolean, readonly delegatePolicyOverrides: boolean, readonly manageAgentPools: boolean, readonly manageMembership: boolean, readonly manageModules: boolean, readonly manageOrganizationAccess: boolean, readonly managePolicies: boolean, readonly managePolicyOverrides: boolean, readonly manageProjects: boolean, readonly manageProviders: boolean, readonly manageRunTasks: boolean, readonly manageTeams: boolean, readonly manageVcsSettings: boolean, readonly manageWorkspaces: boolean, readonly readProjects: boolean, readonly readWorkspaces: boolean };

export type TeamSummaryFragment = { readonly id: string, readonly name: string, readonly allowMemberTokenManagement: boolean, readonly createdAt: string, readonly memberCount: number | string, readonly organizationId: string, readonly owners: boolean, readonly ssoTeamId: string | null, readonly updatedAt: string, readonly visibility: TeamVisibility, readonly permissions: { readonly canDestroy: boolean, readonly canUpdateApiToken: boolean, readonly canUpdateMemberTokenManagement: boolean, readonly canUpdateMembership: boolean, readonly canUpdateName: boolean, readonly canUpdateOrganizationAccess: boolean, readonly canUpdateSsoTeamId: boolean, readonly canUpdateVisibility: boolean, readonly canViewApiToken: boolean } };

export type TeamQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TeamQuery = { readonly team: (
    { readonly organizationAccess: OrganizationAccessFieldsFragment }
    & TeamSummaryFragment
  ) | null };

export type CreateTeamMutationVariables = Exact<{
  input: CreateTeamInput;
}>;


export type CreateTeamMutation = { readonly createTeam: { readonly team: (
      { readonly organizationAccess: OrganizationAccessFieldsFragment }
      & TeamSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateTeamMutationVariables = Exact<{
  input: UpdateTeamInput;
}>;


export type UpdateTeamMutation = { readonly updateTeam: { readonly team: (
      { readonly organizationAccess: OrganizationAccessFieldsFragment }
      & TeamSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteTeamMutationVariables = Exact<{
  input: DeleteTeamInput;
}>;


export type DeleteTeamMutation = { readonly deleteTeam: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AddTeamMembersMutationVariables = Exact<{
  input: AddTeamMembersInput;
}>;


export type AddTeamMembersMutation = { readonly addTeamMembers: { readonly team: (
      { readonly organizationAccess: OrganizationAccessFieldsFragment }
      & TeamSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RemoveTeamMembersMutationVariables = Exact<{
  input: RemoveTeamMembersInput;
}>;


export type RemoveTeamMembersMutation = { readonly removeTeamMembers: { readonly team: (
      { readonly organizationAccess: OrganizationAccessFieldsFragment }
      & TeamSummaryFragment
    ) | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TidySummaryFragment = { readonly mountPath: string, readonly state: TidyState, readonly automatic: boolean, readonly part: string | null, readonly checkedCount: number, readonly message: string | null, readonly error: string | null, readonly startedAt: string | null, readonly finishedAt: string | null, readonly automaticEndedAt: string | null, readonly nextAt: string | null, readonly storedCertificateCount: number | null, readonly storedRevocationCount: number | null, readonly counts: { readonly certStoreDeleted: number, readonly revokedCertDeleted: number, readonly missingIssuerCert: number, readonly certMetadataDeleted: number, readonly revocationQueueDeleted: number, readonly acmeAccounts: number, readonly acmeAccountsRevoked: number, readonly acmeAccountsDeleted: number, readonly acmeOrdersDeleted: number, readonly acmeEabKeysDeleted: number } | null };

export type AutoTidySummaryFragment = { readonly enabled: boolean, readonly intervalDuration: string, readonly minStartupBackoffDuration: string, readonly maxStartupBackoffDuration: string, readonly tidyCertStore: boolean, readonly tidyRevokedCerts: boolean, readonly tidyInvalidCerts: boolean, readonly tidyRevokedCertIssuerAssociations: boolean, readonly tidyExpiredIssuers: boolean, readonly tidyCertMetadata: boolean, readonly tidyRevocationQueue: boolean, readonly tidyAcme: boolean, readonly safetyBuffer: string, readonly revokedSafetyBuffer: string | null, readonly issuerSafetyBuffer: string, readonly revocationQueueSafetyBuffer: string, readonly acmeAccountSafetyBuffer: string, readonly pauseMilliseconds: number, readonly pageSize: number, readonly maintainStoredCertificateCounts: boolean, readonly publishStoredCertificateCountMetrics: boolean };

export type TidyStatusQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type TidyStatusQuery = { readonly tidyStatus: TidySummaryFragment | null };

export type AutoTidyConfigQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
}>;


export type AutoTidyConfigQuery = { readonly autoTidyConfig: AutoTidySummaryFragment | null };

export type StartTidyMutationVariables = Exact<{
  input: StartTidyInput;
}>;


export type StartTidyMutation = { readonly startTidy: { readonly started: boolean | null, readonly warnings: ReadonlyArray<string>, readonly tidyStatus: TidySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CancelTidyMutationVariables = Exact<{
  input: CancelTidyInput;
}>;


export type CancelTidyMutation = { readonly cancelTidy: { readonly cancelled: boolean | null, readonly warnings: ReadonlyArray<string>, readonly tidyStatus: TidySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ConfigureAutoTidyMutationVariables = Exact<{
  input: ConfigureAutoTidyInput;
}>;


export type ConfigureAutoTidyMutation = { readonly configureAutoTidy: { readonly autoTidyConfig: AutoTidySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type TokenSummaryFragment = { readonly id: string, readonly createdAt: string, readonly description: string, readonly expiresAt: string | null, readonly further: boolean, readonly kind: TokenKind, readonly lastUsedAt: string | null, readonly policies: ReadonlyArray<string> | null };

export type OwnTokenSummaryFragment = { readonly accessor: string, readonly createdAt: string, readonly creationTtl: string, readonly displayName: string, readonly expiresAt: string | null, readonly explicitMaxTtl: string, readonly made: boolean, readonly orphan: boolean, readonly period: string | null, readonly policies: ReadonlyArray<string>, readonly renewable: boolean, readonly ttl: string };

export type TokenQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type TokenQuery = { readonly token: TokenSummaryFragment | null };

export type OwnTokenQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnTokenQuery = { readonly ownToken: OwnTokenSummaryFragment };

export type UserTokensQueryVariables = Exact<{
  user?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type UserTokensQuery = { readonly userTokens: { readonly nodes: ReadonlyArray<TokenSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type TeamTokenQueryVariables = Exact<{
  teamId: Scalars['ID']['input'];
}>;


export type TeamTokenQuery = { readonly teamToken: TokenSummaryFragment | null };

export type TeamTokensQueryVariables = Exact<{
  teamId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type TeamTokensQuery = { readonly teamTokens: { readonly nodes: ReadonlyArray<TokenSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type OrganizationTokenQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  auditTrail?: InputMaybe<Scalars['Boolean']['input']>;
}>;


export type OrganizationTokenQuery = { readonly organizationToken: TokenSummaryFragment | null };

export type PathCapabilitiesQueryVariables = Exact<{
  paths: ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input'];
}>;


export type PathCapabilitiesQuery = { readonly pathCapabilities: ReadonlyArray<{ readonly path: string, readonly capabilities: ReadonlyArray<PolicyCapability> }> };

export type CreateUserTokenMutationVariables = Exact<{
  input: CreateUserTokenInput;
}>;


export type CreateUserTokenMutation = { readonly createUserToken: { readonly issued: { readonly text: string, readonly token: { readonly id: string } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateTeamTokenMutationVariables = Exact<{
  input: CreateTeamTokenInput;
}>;


export type CreateTeamTokenMutation = { readonly createTeamToken: { readonly issued: { readonly text: string, readonly token: { readonly id: string } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateServiceTokenMutationVariables = Exact<{
  input: CreateServiceTokenInput;
}>;


export type CreateServiceTokenMutation = { readonly createServiceToken: { readonly warnings: ReadonlyArray<string>, readonly issued: { readonly text: string, readonly token: OwnTokenSummaryFragment } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateOrphanTokenMutationVariables = Exact<{
  input: CreateOrphanTokenInput;
}>;


export type CreateOrphanTokenMutation = { readonly createOrphanToken: { readonly warnings: ReadonlyArray<string>, readonly issued: { readonly text: string, readonly token: OwnTokenSummaryFragment } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RegenerateOrganizationTokenMutationVariables = Exact<{
  input: RegenerateOrganizationTokenInput;
}>;


export type RegenerateOrganizationTokenMutation = { readonly regenerateOrganizationToken: { readonly issued: { readonly text: string, readonly token: { readonly id: string } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RegenerateTeamTokenMutationVariables = Exact<{
  input: RegenerateTeamTokenInput;
}>;


export type RegenerateTeamTokenMutation = { readonly regenerateTeamToken: { readonly issued: { readonly text: string, readonly token: { readonly id: string } } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RenewOwnTokenMutationVariables = Exact<{
  input: RenewOwnTokenInput;
}>;


export type RenewOwnTokenMutation = { readonly renewOwnToken: { readonly warnings: ReadonlyArray<string>, readonly ownToken: OwnTokenSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeTokenMutationVariables = Exact<{
  input: RevokeTokenInput;
}>;


export type RevokeTokenMutation = { readonly revokeToken: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeOwnTokenMutationVariables = Exact<{
  input: RevokeOwnTokenInput;
}>;


export type RevokeOwnTokenMutation = { readonly revokeOwnToken: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeOrganizationTokenMutationVariables = Exact<{
  input: RevokeOrganizationTokenInput;
}>;


export type RevokeOrganizationTokenMutation = { readonly revokeOrganizationToken: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RevokeTeamTokenMutationVariables = Exact<{
  input: RevokeTeamTokenInput;
}>;


export type RevokeTeamTokenMutation = { readonly revokeTeamToken: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UserSummaryFragment = { readonly id: string, readonly username: string, readonly createdAt: string, readonly email: string | null, readonly isServiceAccount: boolean, readonly isSiteAdmin: boolean | null, readonly isSuspended: boolean, readonly unconfirmedEmail: string | null };

export type UsersQueryVariables = Exact<{
  filter?: InputMaybe<UserFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type UsersQuery = { readonly users: { readonly nodes: ReadonlyArray<UserSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type UserQueryVariables = Exact<{
  username: Scalars['String']['input'];
}>;


export type UserQuery = { readonly user: UserSummaryFragment | null };

export type CreateUserMutationVariables = Exact<{
  input: CreateUserInput;
}>;


export type CreateUserMutation = { readonly createUser: { readonly user: UserSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateUserMutationVariables = Exact<{
  input: UpdateUserInput;
}>;


export type UpdateUserMutation = { readonly updateUser: { readonly user: UserSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type VariableSetSummaryFragment = { readonly id: string, readonly name: string, readonly description: string, readonly global: boolean, readonly priority: boolean, readonly organizationId: string, readonly projectId: string | null, readonly variableCount: number, readonly createdAt: string, readonly updatedAt: string };

export type VariableSetsQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  filter?: InputMaybe<VariableSetFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type VariableSetsQuery = { readonly variableSets: { readonly nodes: ReadonlyArray<VariableSetSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type VariableSetQueryVariables = Exact<{
  id: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type VariableSetQuery = { readonly variableSet: (
    { readonly variables: { readonly nodes: ReadonlyArray<VariableSummaryFragment>, readonly pageInfo: PageFieldsFragment } }
    & VariableSetSummaryFragment
  ) | null };

export type EffectiveVariablesQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type EffectiveVariablesQuery = { readonly workspace: { readonly id: string, readonly effectiveVariables: { readonly nodes: ReadonlyArray<VariableSummaryFragment>, readonly pageInfo: PageFieldsFragment } | null } | null };

export type CreateVariableSetMutationVariables = Exact<{
  input: CreateVariableSetInput;
}>;


export type CreateVariableSetMutation = { readonly createVariableSet: { readonly variableSet: VariableSetSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateVariableSetMutationVariables = Exact<{
  input: UpdateVariableSetInput;
}>;


export type UpdateVariableSetMutation = { readonly updateVariableSet: { readonly variableSet: VariableSetSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteVariableSetMutationVariables = Exact<{
  input: DeleteVariableSetInput;
}>;


export type DeleteVariableSetMutation = { readonly deleteVariableSet: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type AssignVariableSetMutationVariables = Exact<{
  input: AssignVariableSetInput;
}>;


export type AssignVariableSetMutation = { readonly assignVariableSet: { readonly variableSet: VariableSetSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UnassignVariableSetMutationVariables = Exact<{
  input: UnassignVariableSetInput;
}>;


export type UnassignVariableSetMutation = { readonly unassignVariableSet: { readonly variableSet: VariableSetSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type CreateVariableSetVariableMutationVariables = Exact<{
  input: CreateVariableSetVariableInput;
}>;


export type CreateVariableSetVariableMutation = { readonly createVariableSetVariable: { readonly variable: VariableSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type VariableSummaryFragment = { readonly id: string, readonly key: string, readonly value: string | null, readonly category: VariableCategory, readonly description: string, readonly hcl: boolean, readonly sensitive: boolean, readonly versionId: string, readonly createdAt: string, readonly updatedAt: string, readonly workspaceId: string | null, readonly variableSetId: string | null };

export type VariableQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type VariableQuery = { readonly variable: VariableSummaryFragment | null };

export type WorkspaceVariablesQueryVariables = Exact<{
  workspaceId: Scalars['ID']['input'];
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WorkspaceVariablesQuery = { readonly workspace: { readonly id: string, readonly variables: { readonly nodes: ReadonlyArray<VariableSummaryFragment>, readonly pageInfo: PageFieldsFragment } | null } | null };

export type CreateWorkspaceVariableMutationVariables = Exact<{
  input: CreateWorkspaceVariableInput;
}>;


export type CreateWorkspaceVariableMutation = { readonly createWorkspaceVariable: { readonly variable: VariableSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateVariableMutationVariables = Exact<{
  input: UpdateVariableInput;
}>;


export type UpdateVariableMutation = { readonly updateVariable: { readonly variable: VariableSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteVariableMutationVariables = Exact<{
  input: DeleteVariableInput;
}>;


export type DeleteVariableMutation = { readonly deleteVariable: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type WebhookSummaryFragment = { readonly id: string, readonly name: string, readonly url: string, readonly format: WebhookFormat, readonly enabled: boolean, readonly events: ReadonlyArray<WebhookEvent>, readonly expiryDays: ReadonlyArray<number>, readonly crlExpiryHours: ReadonlyArray<number>, readonly hasSecret: boolean, readonly mountId: string | null, readonly organizationId: string | null, readonly workspaceId: string | null, readonly projectId: string | null, readonly teamId: string | null, readonly createdAt: string, readonly updatedAt: string, readonly droppedCount: number | string, readonly resumesAt: string | null };

export type WebhookDeliverySummaryFragment = { readonly id: string, readonly webhookId: string, readonly event: string, readonly deliveryState: WebhookDeliveryState, readonly body: string, readonly attempts: number, readonly createdAt: string, readonly nextAttemptAt: string | null, readonly lastAttemptAt: string | null, readonly endedAt: string | null, readonly url: string | null, readonly status: number | null, readonly answerBeginning: string | null, readonly failure: string | null };

export type WebhookQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type WebhookQuery = { readonly webhook: WebhookSummaryFragment | null };

export type WebhooksQueryVariables = Exact<{
  of: WebhookPlace;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WebhooksQuery = { readonly webhooks: { readonly nodes: ReadonlyArray<WebhookSummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type WebhookDeliveryQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type WebhookDeliveryQuery = { readonly webhookDelivery: WebhookDeliverySummaryFragment | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  webhookId: Scalars['ID']['input'];
  deliveryState?: InputMaybe<WebhookDeliveryState>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WebhookDeliveriesQuery = { readonly webhookDeliveries: { readonly nodes: ReadonlyArray<WebhookDeliverySummaryFragment>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { readonly createWebhook: { readonly webhook: WebhookSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: { readonly webhook: WebhookSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type VerifyWebhookMutationVariables = Exact<{
  input: VerifyWebhookInput;
}>;


export type VerifyWebhookMutation = { readonly verifyWebhook: { readonly webhookDelivery: WebhookDeliverySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RepeatWebhookDeliveryMutationVariables = Exact<{
  input: RepeatWebhookDeliveryInput;
}>;


export type RepeatWebhookDeliveryMutation = { readonly repeatWebhookDelivery: { readonly webhookDelivery: WebhookDeliverySummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type WorkspaceSummaryFragment = { readonly id: string, readonly name: string, readonly description: string, readonly tagNames: ReadonlyArray<string>, readonly resourceCount: number | string | null, readonly terraformVersion: string, readonly latestChangeAt: string, readonly locked: boolean, readonly lock: { readonly holderName: string, readonly reason: string | null, readonly lockedAt: string, readonly client: { readonly lockId: string, readonly operation: string, readonly who: string, readonly created: string } | null } | null };

export type WorkspacesQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  filter?: InputMaybe<WorkspaceFilter>;
  orderBy?: InputMaybe<WorkspaceOrder>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type WorkspacesQuery = { readonly workspaces: { readonly nodes: ReadonlyArray<WorkspaceSummaryFragment>, readonly pageInfo: PageFieldsFragment } };

export type WorkspaceByNameQueryVariables = Exact<{
  organization: Scalars['String']['input'];
  name: Scalars['String']['input'];
}>;


export type WorkspaceByNameQuery = { readonly workspaceByName: (
    { readonly currentStateVersion: StateVersionSummaryFragment | null, readonly permissions: { readonly canLock: boolean, readonly canUnlock: boolean, readonly canForceUnlock: boolean, readonly canReadStateVersions: boolean, readonly canCreateStateVersions: boolean } }
    & WorkspaceSummaryFragment
  ) | null };

export type CreateWorkspaceMutationVariables = Exact<{
  input: CreateWorkspaceInput;
}>;


export type CreateWorkspaceMutation = { readonly createWorkspace: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type LockWorkspaceMutationVariables = Exact<{
  input: LockWorkspaceInput;
}>;


export type LockWorkspaceMutation = { readonly lockWorkspace: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UnlockWorkspaceMutationVariables = Exact<{
  input: UnlockWorkspaceInput;
}>;


export type UnlockWorkspaceMutation = { readonly unlockWorkspace: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type DeleteWorkspaceMutationVariables = Exact<{
  input: DeleteWorkspaceInput;
}>;


export type DeleteWorkspaceMutation = { readonly deleteWorkspace: { readonly deletedId: string | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UpdateWorkspaceMutationVariables = Exact<{
  input: UpdateWorkspaceInput;
}>;


export type UpdateWorkspaceMutation = { readonly updateWorkspace: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ForceUnlockWorkspaceMutationVariables = Exact<{
  input: ForceUnlockWorkspaceInput;
}>;


export type ForceUnlockWorkspaceMutation = { readonly forceUnlockWorkspace: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type ChangeRemoteStateConsumersMutationVariables = Exact<{
  input: ChangeRemoteStateConsumersInput;
}>;


export type ChangeRemoteStateConsumersMutation = { readonly changeRemoteStateConsumers: { readonly workspace: WorkspaceSummaryFragment | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type MoveWorkspacesMutationVariables = Exact<{
  input: MoveWorkspacesInput;
}>;


export type MoveWorkspacesMutation = { readonly moveWorkspaces: { readonly workspaceIds: ReadonlyArray<string> | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type WrappedAnswerQueryVariables = Exact<{
  token: Scalars['String']['input'];
}>;


export type WrappedAnswerQuery = { readonly wrappedAnswer: { readonly createdAt: string, readonly path: string, readonly ttl: string } | null };

export type WrapDataMutationVariables = Exact<{
  input: WrapDataInput;
}>;


export type WrapDataMutation = { readonly wrapData: { readonly wrapInfo: { readonly accessor: string, readonly createdAt: string, readonly path: string, readonly token: string, readonly ttl: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type RewrapAnswerMutationVariables = Exact<{
  input: RewrapAnswerInput;
}>;


export type RewrapAnswerMutation = { readonly rewrapAnswer: { readonly wrapInfo: { readonly accessor: string, readonly createdAt: string, readonly path: string, readonly token: string, readonly ttl: string } | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };

export type UnwrapAnswerMutationVariables = Exact<{
  input: UnwrapAnswerInput;
}>;


export type UnwrapAnswerMutation = { readonly unwrapAnswer: { readonly answer: unknown | null, readonly problems: ReadonlyArray<
      | ProblemFields_BrokenRuleProblem_Fragment
      | ProblemFields_ContentMismatchProblem_Fragment
      | ProblemFields_GenericProblem_Fragment
      | ProblemFields_InputProblem_Fragment
      | ProblemFields_LimitProblem_Fragment
      | ProblemFields_LockHeldProblem_Fragment
      | ProblemFields_StateConflictProblem_Fragment
      | ProblemFields_StorageQuotaProblem_Fragment
    > } };
