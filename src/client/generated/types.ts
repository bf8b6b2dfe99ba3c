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
  /** A whole number of any size. A JSON number while JavaScript can hold it exactly (up to 9007199254740991 either side of 0), text of digits above; input may be either. */
  BigInt: { input: number | string; output: number | string; }
  /** An instant, as ISO 8601 text in UTC with milliseconds: `2026-01-02T03:04:05.678Z`. Input may carry another offset. */
  DateTime: { input: string; output: string; }
  /** A length of time in whole seconds, as an ISO 8601 duration of hours, minutes and seconds: `PT768H`, `PT1M30S`. Input may also use weeks and days (`P30D`), units as Go and Vault write them (`1h30m`, `30d`), or a number of seconds. */
  Duration: { input: number | string; output: string; }
  /** Any JSON value: an object, a list, text, a number, a boolean or null. */
  JSON: { input: unknown; output: unknown; }
  /** One or more objects in PEM, one after another, each between its own `-----BEGIN …-----` and `-----END …-----` lines. White space around them does not matter. */
  PEM: { input: string; output: string; }
  /** The serial number of a certificate: bytes in lower-case hexadecimal, separated by colons: `39:dd:2e:90`. Input may use dashes or no separator, in any case. */
  SerialNumber: { input: string; output: string; }
};

/** An invitation to accept. */
export type AcceptInvitationInput = {
  /** Identifier of the membership. */
  readonly id: Scalars['ID']['input'];
};

/** A user to invite to an organization, or to add to it. */
export type AddOrganizationMemberInput = {
  /** Who: the email address of one user. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Whether the user has to accept first. It has to, unless a site administrator adds it: then only where this is true. */
  readonly invite?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name or id of the organization. */
  readonly organization: Scalars['String']['input'];
  /** Teams that the user joins at once. */
  readonly teamIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Who: a username. Either this or `email`. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** Members of the organization who join a team. */
export type AddTeamMembersInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Who, by membership of the organization. */
  readonly membershipIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Who, by username. */
  readonly usernames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Access of a team to a project. */
export type AddTeamProjectAccessInput = {
  /** The level. */
  readonly access: ProjectAccessLevel;
  /** Identifier of the project. */
  readonly projectId: Scalars['ID']['input'];
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** Access of a team to a workspace. */
export type AddTeamWorkspaceAccessInput = {
  /** The level. */
  readonly access: WorkspaceAccessLevel;
  /** With CUSTOM: what the team may do with runs. Defaults to READ. */
  readonly runs?: InputMaybe<RunAccess>;
  /** With CUSTOM: what the team may do with the state. Defaults to NONE. */
  readonly stateVersions?: InputMaybe<StateAccess>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
  /** With CUSTOM: what the team may do with variables. Defaults to NONE. */
  readonly variables?: InputMaybe<VariableAccess>;
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
  /** With CUSTOM: whether the team may lock and unlock. Defaults to false. */
  readonly workspaceLocking?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Flat tags to put on a workspace. */
export type AddWorkspaceTagsInput = {
  /** The tags; one that the organization does not have yet, by its key. */
  readonly tags: ReadonlyArray<TagRef>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** What kind of actor. */
export type AuditActorKind =
  /** Whoever held a signed URL. */
  | 'ANONYMOUS'
  /** With the token of an organization. */
  | 'ORGANIZATION'
  /** With a token that was made from another one and has nothing but its policies. */
  | 'RESTRICTED'
  /** The service itself. */
  | 'SYSTEM'
  /** With the token of a team. */
  | 'TEAM'
  /** With the token of a user. */
  | 'USER';

/** How an attempt ended. */
export type AuditOutcome =
  /** The actor was not allowed to. */
  | 'DENIED'
  /** It was allowed and failed. */
  | 'FAILURE'
  /** It was done. */
  | 'SUCCESS';

/** What a list of audit records is narrowed by. Everything given must hold. */
export type AuditRecordFilter = {
  /** An action; or, ending in a dot, all that start so: `team.` */
  readonly action?: InputMaybe<Scalars['String']['input']>;
  /** Username or id of who acted. */
  readonly actor?: InputMaybe<Scalars['String']['input']>;
  /** How it ended. */
  readonly outcome?: InputMaybe<AuditOutcome>;
  /** From this moment on. */
  readonly recordedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Before this moment. */
  readonly recordedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identifier of what it was done to. */
  readonly targetId?: InputMaybe<Scalars['ID']['input']>;
  /** What kind of thing it was done to, such as `workspace`. */
  readonly targetType?: InputMaybe<Scalars['String']['input']>;
};

/** Tags with values for a project; its workspaces inherit them. */
export type BindProjectTagsInput = {
  /** The project. */
  readonly id: Scalars['ID']['input'];
  /** How they meet those that are bound already. Defaults to ADD. */
  readonly mode?: InputMaybe<TagBindingMode>;
  /** The tags. */
  readonly tags: ReadonlyArray<TagInput>;
};

/** Tags with values for a workspace. */
export type BindWorkspaceTagsInput = {
  /** How they meet those that are bound already. Defaults to ADD. */
  readonly mode?: InputMaybe<TagBindingMode>;
  /** The tags. */
  readonly tags: ReadonlyArray<TagInput>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** What can happen to a certificate. */
export type CertificateEventKind =
  /** It is about to expire: `withinDays` says how soon. */
  | 'EXPIRING'
  /** It was issued and stored. */
  | 'ISSUED'
  /** It was revoked. */
  | 'REVOKED';

/** Which certificates. All conditions must be met. */
export type CertificateFilter = {
  /** A domain: certificates with a name below it, at any depth. */
  readonly below?: InputMaybe<Scalars['String']['input']>;
  /** The common name, in full and in this case. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** It expires then or later. */
  readonly expiresAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** It expires before. */
  readonly expiresBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** It was issued then or later. */
  readonly issuedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** It was issued before. */
  readonly issuedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** The issuer: its identifier, its name, or `default`. */
  readonly issuer?: InputMaybe<Scalars['String']['input']>;
  /** Type of its key. */
  readonly keyType?: InputMaybe<KeyType>;
  /** The common name or an alternative name, in full and in any case. A new certificate is found by its names shortly after it was issued. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Which kind of name `name` is. Defaults to any. */
  readonly nameKind?: InputMaybe<CertificateNameKind>;
  /** Name of the role that it was issued under. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** Serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
  /** Whether it is valid now. */
  readonly status?: InputMaybe<CertificateStatus>;
};

/** Forms of certificates that are handed out. */
export type CertificateFormat =
  /** DER, in base64. */
  | 'DER'
  /** PEM. */
  | 'PEM'
  /** One PEM text: the private key where there is one, the certificate, and its issuer. */
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

/** What a list of certificates is sorted by. */
export type CertificateOrder = {
  /** Which way. */
  readonly direction: OrderDirection;
  /** By what. */
  readonly field: CertificateOrderField;
};

/** What certificates can be sorted by. */
export type CertificateOrderField =
  /** Their common name. Upper case may come before lower case. */
  | 'COMMON_NAME'
  /** When they were issued. */
  | 'ISSUED_AT'
  /** When they expire. */
  | 'NOT_AFTER';

/** Whether a certificate is valid now, and if not, why. */
export type CertificateStatus =
  /** Its validity period is over. */
  | 'EXPIRED'
  /** Its validity period has not begun. */
  | 'NOT_YET_VALID'
  /** It was revoked, before it expired or after. */
  | 'REVOKED'
  /** It is within its validity period and not revoked. */
  | 'VALID';

/** Workspaces that may read the state of another one, or may no longer. */
export type ChangeRemoteStateConsumersInput = {
  /** The workspaces that read it; of the same organization. */
  readonly consumerIds: ReadonlyArray<Scalars['ID']['input']>;
  /** How they meet those that are there. */
  readonly mode: RemoteStateConsumerMode;
  /** The workspace whose state is read. */
  readonly workspace: WorkspaceRef;
};

/** What common names are held to be. */
export type CnValidation =
  /** Whatever they are: stands alone. */
  | 'DISABLED'
  /** E-mail addresses. */
  | 'EMAIL'
  /** Host names. */
  | 'HOSTNAME';

/** Where a configuration version stands, in the words of Terraform Enterprise. */
export type ConfigurationVersionStatus =
  /** Its content was given up to save space. */
  | 'ARCHIVED'
  /** Its content could not be had. */
  | 'ERRORED'
  /** Its content is being fetched. */
  | 'FETCHING'
  /** Its content has not arrived yet. */
  | 'PENDING'
  /** Its content is there, and runs can use it. */
  | 'UPLOADED';

/** Changes to the values for templates in addresses. What is left out stays as it is. */
export type ConfigureClusterInput = {
  /** Address of this mount in authority information access. Empty: none. */
  readonly aiaPath?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Address of this mount. Empty: none. */
  readonly path?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to how CRLs and OCSP responses are made. What is left out stays as it is. */
export type ConfigureCrlInput = {
  /** Whether expired certificates can be revoked. */
  readonly allowExpiredCertRevocation?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether CRLs are rebuilt before they expire, instead of with each revocation. */
  readonly autoRebuild?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long before it expires a CRL is rebuilt. */
  readonly autoRebuildGracePeriod?: InputMaybe<Scalars['Duration']['input']>;
  /** Always false: there is one cluster. */
  readonly crossClusterRevocation?: InputMaybe<Scalars['Boolean']['input']>;
  /** How often delta CRLs are built. */
  readonly deltaRebuildInterval?: InputMaybe<Scalars['Duration']['input']>;
  /** Whether CRLs are left empty. */
  readonly disable?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether delta CRLs are built. Needs `autoRebuild`. */
  readonly enableDelta?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long a CRL is valid. */
  readonly expiry?: InputMaybe<Scalars['Duration']['input']>;
  /** The most entries that a CRL may have; -1 for no limit. */
  readonly maxCrlEntries?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether OCSP requests are refused. */
  readonly ocspDisable?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long an OCSP response is valid. Zero: no end. */
  readonly ocspExpiry?: InputMaybe<Scalars['Duration']['input']>;
  /** Always false: there is one cluster. */
  readonly unifiedCrl?: InputMaybe<Scalars['Boolean']['input']>;
  /** Always false: there is one cluster. */
  readonly unifiedCrlOnExistingPaths?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A change of the default issuer. What is left out stays as it is. */
export type ConfigureIssuersInput = {
  /** The issuer by name or identifier. */
  readonly default?: InputMaybe<Scalars['String']['input']>;
  /** Whether an issuer that is added with its key becomes the default. */
  readonly defaultFollowsLatestIssuer?: InputMaybe<Scalars['Boolean']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Which key is the default. */
export type ConfigureKeysInput = {
  /** The key by name or identifier. */
  readonly default: Scalars['String']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Changes to the addresses in certificates. What is left out stays as it is. */
export type ConfigureUrlsInput = {
  /** Of its CRL. */
  readonly crlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Of its delta CRL. */
  readonly deltaCrlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether `{{issuer_id}}`, `{{cluster_path}}` and `{{cluster_aia_path}}` in the addresses are filled in. */
  readonly enableTemplating?: InputMaybe<Scalars['Boolean']['input']>;
  /** Of the certificate of the issuer. */
  readonly issuingCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Of OCSP responders. */
  readonly ocspServers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A configuration version to record. */
export type CreateConfigurationVersionInput = {
  /** Queue a run as soon as it is there. Defaults to true. */
  readonly autoQueueRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** The branch it came from. */
  readonly branch?: InputMaybe<Scalars['String']['input']>;
  /** What the commit says. */
  readonly commitMessage?: InputMaybe<Scalars['String']['input']>;
  /** The commit it came from. */
  readonly commitSha?: InputMaybe<Scalars['String']['input']>;
  /** Where the commit can be looked at. */
  readonly commitUrl?: InputMaybe<Scalars['String']['input']>;
  /** The repository it came from. */
  readonly identifier?: InputMaybe<Scalars['String']['input']>;
  /** Becomes the current configuration only when applied. */
  readonly provisional?: InputMaybe<Scalars['Boolean']['input']>;
  /** Who pushed the commit. */
  readonly senderUsername?: InputMaybe<Scalars['String']['input']>;
  /** What gave it. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Only for planning. */
  readonly speculative?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where it stands. Defaults to uploaded. */
  readonly status?: InputMaybe<ConfigurationVersionStatus>;
  /** The workspace it is for. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A new, empty authority. */
export type CreateMountInput = {
  /** Default time to live of certificates. Zero: the system's default applies. */
  readonly defaultLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Longest time to live of certificates. Zero: the system's limit applies. */
  readonly maxLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Its path below `/v1`. It must not be above or below another mount. */
  readonly path: Scalars['String']['input'];
  /** Other settings. They are kept for clients; only `listingVisibility` has an effect. */
  readonly tuning?: InputMaybe<TuningInput>;
};

/** A new organization; the caller becomes its first owner. */
export type CreateOrganizationInput = {
  /** Where its owners are reached. */
  readonly email: Scalars['String']['input'];
  /** 3 to 40 letters, digits, `-` and `_`; unique in this installation. */
  readonly name: Scalars['String']['input'];
};

/** A token to create from the one of the request, which it outlives. */
export type CreateOrphanTokenInput = {
  /** What it is called in records, after `token-`. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** How long it lives with all its renewals, at most. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Texts by name, to be shown with it. */
  readonly meta?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether it goes without the policy `default`. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it outlives the token it is created from. Requires `sudo`. */
  readonly noParent?: InputMaybe<Scalars['Boolean']['input']>;
  /** Length of each renewal, whatever a renewal asks for; 768 hours at most. Renewed in time it lives on, to its `explicitMaxTtl` where it has one. Takes `sudo`. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Names of policies that the maker has too. Defaults to those of the maker. With `sudo` any but `root`. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it can be renewed. Defaults to true. */
  readonly renewable?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long it lives. Defaults to 768 hours. More is capped with a warning. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
};

/** A project to create. */
export type CreateProjectInput = {
  /** After how long to destroy what its workspaces manage. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Unique there; 3 to 40 letters, digits, inner spaces, `-` and `_`. */
  readonly name: Scalars['String']['input'];
  /** Name of the organization it belongs to. */
  readonly organization: Scalars['String']['input'];
  /** Tags to bind. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
};

/** A role, whole: what is not given takes its default. */
export type CreateRoleInput = {
  /** Allows every name that is well formed. */
  readonly allowAnyName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows the allowed domains themselves. */
  readonly allowBareDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allowed domains may be patterns, * standing for any text. */
  readonly allowGlobDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows IP addresses as alternative names. */
  readonly allowIpSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows localhost and localdomain as names. */
  readonly allowLocalhost?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names below the allowed domains, wildcards included. */
  readonly allowSubdomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names with a wildcard in the leftmost label; when false, allow_any_name does not help. */
  readonly allowWildcardCertificates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Domains that names may be, or be below, as other fields allow. */
  readonly allowedDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allowed domains may hold {{identity…}} templates. */
  readonly allowedDomainsTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of other names, <oid>;UTF8:<value>; * alone allows all. */
  readonly allowedOtherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of serial numbers allowed in the subject. */
  readonly allowedSerialNumbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of URIs that are allowed as alternative names. */
  readonly allowedUriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allowed URIs may hold {{identity…}} templates. */
  readonly allowedUriSansTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of user ids allowed in the subject. */
  readonly allowedUserIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates say in basic constraints that they are no authority. */
  readonly basicConstraintsValidForNonCa?: InputMaybe<Scalars['Boolean']['input']>;
  /** Certificates are for clients (extended key usage). */
  readonly clientFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** What common names may be: email, hostname; or disabled. */
  readonly cnValidations?: InputMaybe<ReadonlyArray<CnValidation>>;
  /** Certificates are for signing code (extended key usage). */
  readonly codeSigningFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates are for e-mail (extended key usage). */
  readonly emailProtectionFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows only host names as common name, DNS name and domain of an e-mail address. */
  readonly enforceHostnames?: InputMaybe<Scalars['Boolean']['input']>;
  /** Extended key usages by name, beside those of the flags. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Extended key usages by object identifier. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates come with a lease. */
  readonly generateLease?: InputMaybe<Scalars['Boolean']['input']>;
  /** Issuer that signs: default, a name or an id. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Bits of made keys, and the least of signed ones; 0 means 2048 (rsa), 256 (ec). */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of key: rsa, ec, ed25519; any, for signing only. */
  readonly keyType?: InputMaybe<RoleKeyType>;
  /** Key usages by name; an empty list leaves the extension out. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Longest time to live; 0 takes the engine's. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Its name: word characters, dots and hyphens. */
  readonly name: Scalars['String']['input'];
  /** Certificates are not stored: they cannot be listed, nor revoked by serial number. */
  readonly noStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** No metadata is kept for certificates. */
  readonly noStoreMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Fixed end of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far back certificates begin. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Policies under which certificates are issued, as many as a request has room for: object identifiers, or objects of oid, cps and notice. */
  readonly policyIdentifiers?: InputMaybe<ReadonlyArray<PolicyIdentifierInput>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A common name must be given. */
  readonly requireCn?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where the subject's serial number comes from: json-csr (the request, then the CSR) or json (the request alone). */
  readonly serialNumberSource?: InputMaybe<SerialNumberSource>;
  /** Certificates are for servers (extended key usage). */
  readonly serverFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** SHA-2 of 256, 384 or 512 bits in signatures of RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live where a request gives none; 0 takes the engine's. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** The common name of a signing request is used if it has one. */
  readonly useCsrCommonName?: InputMaybe<Scalars['Boolean']['input']>;
  /** The alternative names of a signing request are used, not those beside it. */
  readonly useCsrSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A run to record. */
export type CreateRunInput = {
  /** Apply without asking. Defaults to the setting of the workspace. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** The configuration it uses. Defaults to the newest of the workspace. */
  readonly configurationVersionId?: InputMaybe<Scalars['ID']['input']>;
  /** The service executes it: state it makes is created by the internal account `service`. */
  readonly executedByService?: InputMaybe<Scalars['Boolean']['input']>;
  /** It destroys everything. */
  readonly isDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Why it is started. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
  /** It ends with its plan. */
  readonly planOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Refresh state before planning. Defaults to true. */
  readonly refresh?: InputMaybe<Scalars['Boolean']['input']>;
  /** Nothing but a refresh. */
  readonly refreshOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** What starts it. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Where it stands. Defaults to pending. */
  readonly status?: InputMaybe<RunStatus>;
  /** The version of the engine it uses. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** The workspace it is for. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A token to make from the one of the request. It belongs to the same user, team or organization and has nothing but its policies. */
export type CreateServiceTokenInput = {
  /** What it is called in records, after `token-`. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** How long it lives with all its renewals, at most. */
  readonly explicitMaxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Texts by name, to be shown with it. */
  readonly meta?: InputMaybe<Scalars['JSON']['input']>;
  /** Whether it goes without the policy `default`. */
  readonly noDefaultPolicy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it outlives the token it is created from. Requires `sudo`. */
  readonly noParent?: InputMaybe<Scalars['Boolean']['input']>;
  /** Length of each renewal, whatever a renewal asks for; 768 hours at most. Renewed in time it lives on, to its `explicitMaxTtl` where it has one. Takes `sudo`. */
  readonly period?: InputMaybe<Scalars['Duration']['input']>;
  /** Names of policies that the maker has too. Defaults to those of the maker. With `sudo` any but `root`. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it can be renewed. Defaults to true. */
  readonly renewable?: InputMaybe<Scalars['Boolean']['input']>;
  /** How long it lives. Defaults to 768 hours. More is capped with a warning. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
};

/** A state version to create in a workspace that you have locked. */
export type CreateStateVersionInput = {
  /** Accept a lower serial or another lineage than the workspace knows. The lock is required all the same. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The state in JSON form (`terraform show -json`), base64. */
  readonly jsonState?: InputMaybe<Scalars['String']['input']>;
  /** Output values (`values.outputs` of the JSON form), base64. With them outputs are there at once; otherwise they follow when the content was read. */
  readonly jsonStateOutputs?: InputMaybe<Scalars['String']['input']>;
  /** Lineage; the one inside the state. */
  readonly lineage?: InputMaybe<Scalars['String']['input']>;
  /** MD5 of the raw state, hexadecimal. */
  readonly md5: Scalars['String']['input'];
  /** Identifier of the run that produced the state. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** Serial number; the one inside the state. */
  readonly serial: Scalars['BigInt']['input'];
  /** The raw state, base64. Leave it out to upload the content to `hostedStateUploadUrl`, which is better for anything large; the workspace cannot be unlocked until then. */
  readonly state?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** A new team. */
export type CreateTeamInput = {
  /** Whether its members may make and revoke its tokens. Defaults to true. */
  readonly allowMemberTokenManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** 1 to 90 letters, digits, `-` and `_`; unique in the organization. */
  readonly name: Scalars['String']['input'];
  /** Name or id of the organization. */
  readonly organization: Scalars['String']['input'];
  /** What it may do in the whole organization. */
  readonly organizationAccess?: InputMaybe<OrganizationAccessInput>;
  /** What an identity provider calls it. */
  readonly ssoTeamId?: InputMaybe<Scalars['String']['input']>;
  /** Who sees it. Defaults to SECRET. */
  readonly visibility?: InputMaybe<TeamVisibility>;
};

/** One more token of a team. */
export type CreateTeamTokenInput = {
  /** What it is for, at most 255 characters; tells it from the other tokens of the team. */
  readonly description: Scalars['String']['input'];
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Policies for the certificate authority, of those that the caller has itself; defaults to `root` for site administrators and to `default` for everybody else. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** A new account for a person. */
export type CreateUserInput = {
  /** Where the person is reached. */
  readonly email: Scalars['String']['input'];
  /** Whether it administers the site. Defaults to false. */
  readonly isSiteAdmin?: InputMaybe<Scalars['Boolean']['input']>;
  /** 3 to 40 letters, digits, `-` and `_`; unique in this installation. */
  readonly username: Scalars['String']['input'];
};

/** A new token of a user. */
export type CreateUserTokenInput = {
  /** What it is for, at most 255 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Policies for the certificate authority, of those that the caller has itself; defaults to `root` for site administrators and to `default` for everybody else. */
  readonly policies?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Username or id. Defaults to the caller. Only site administrators name others. */
  readonly user?: InputMaybe<Scalars['String']['input']>;
};

/** A workspace to create. */
export type CreateWorkspaceInput = {
  /** Allow destroy plans. */
  readonly allowDestroyPlan?: InputMaybe<Scalars['Boolean']['input']>;
  /** Look for drift from time to time. */
  readonly assessmentsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Apply successful plans without asking. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** The same for runs that another workspace triggered. */
  readonly autoApplyRunTrigger?: InputMaybe<Scalars['Boolean']['input']>;
  /** When to destroy what it manages. */
  readonly autoDestroyAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** After how long without activity to destroy it, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** What the workspace is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Start runs only for pushes that touch the watched files. */
  readonly fileTriggersEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Let every workspace of the organization read the state. */
  readonly globalRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Follow the auto-destroy setting of the project. */
  readonly inheritsProjectAutoDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Unique in the organization: letters, digits, `-` and `_`, at most 90. */
  readonly name: Scalars['String']['input'];
  /** Name of the organization it belongs to. */
  readonly organization: Scalars['String']['input'];
  /** The project that it belongs to. Defaults to the default project. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Queue runs from the very first push on. */
  readonly queueAllRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which settings it overwrites. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** What makes it. Defaults to `tfe-api`. */
  readonly source?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tool that made the workspace. */
  readonly sourceName?: InputMaybe<Scalars['String']['input']>;
  /** Address of the tool that made the workspace. */
  readonly sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Plan pull requests. */
  readonly speculativeEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Show run output structured. */
  readonly structuredRunOutputEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tags to bind, beside those that are bound. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
  /** The version of the engine, or `latest`. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** Glob patterns of the repository to watch, instead. */
  readonly triggerPatterns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Paths of the repository to watch. */
  readonly triggerPrefixes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The repository to connect; null disconnects. */
  readonly vcsRepo?: InputMaybe<VcsRepoInput>;
  /** Folder of the repository where the engine runs. */
  readonly workingDirectory?: InputMaybe<Scalars['String']['input']>;
};

/** An extension of a CRL or of one of its entries. */
export type CrlExtensionInput = {
  /** Whether software that does not know it must reject the CRL. */
  readonly critical?: Scalars['Boolean']['input'];
  /** Object identifier, dotted. */
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

/** A signing request to make with a key of the mount. */
export type CrossSignIntermediateInput = {
  /** Asks in the request to be an authority, for signers that want it said. */
  readonly addBasicConstraints?: InputMaybe<Scalars['Boolean']['input']>;
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The key to use with type existing: its name or identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec or ed25519. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Key usages to ask for; defaults to none. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
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
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What a data retention policy does. */
export type DataRetentionKind =
  /** State versions older than a number of days are deleted, never the current one. */
  | 'DELETE_OLDER'
  /** Nothing is deleted. */
  | 'DONT_DELETE';

/** What a data retention policy is set on: a workspace, or an organization. */
export type DataRetentionTarget =
  /** The organization. */
  { readonly organization: OrganizationRef; readonly workspace?: never; }
  |  /** The workspace. */
  { readonly organization?: never; readonly workspace: WorkspaceRef; };

/** The issuer whose OCSP requests a delegate answers. */
export type DelegateOcspInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** An issuer to delete. */
export type DeleteIssuerInput = {
  /** Which one. */
  readonly issuer: IssuerRef;
};

/** A key to delete. No issuer may use it. */
export type DeleteKeyInput = {
  /** Which one. */
  readonly key: KeyRef;
};

/** A mount to delete, with everything in it. */
export type DeleteMountInput = {
  /** Which one. */
  readonly mount: MountRef;
};

/** An organization to delete. */
export type DeleteOrganizationInput = {
  /** The organization. It must have no workspaces any more. */
  readonly organization: OrganizationRef;
};

/** A policy to delete. */
export type DeletePolicyInput = {
  /** Its name. */
  readonly name: Scalars['String']['input'];
};

/** A project to delete. */
export type DeleteProjectInput = {
  /** The project; one without workspaces, and not the default one. */
  readonly id: Scalars['ID']['input'];
};

/** A role to delete. */
export type DeleteRoleInput = {
  /** Which one. */
  readonly role: RoleRef;
};

/** The mount whose issuers and keys are all deleted. */
export type DeleteRootInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** Tags to delete from an organization, and from everything that carries them. */
export type DeleteTagsInput = {
  /** The tags. */
  readonly ids: ReadonlyArray<Scalars['ID']['input']>;
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
};

/** A team to delete, with its tokens and everything it was given. */
export type DeleteTeamInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
};

/** A workspace to delete. */
export type DeleteWorkspaceInput = {
  /** Delete it even when it is locked or still manages resources. Its state is lost. */
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** The issuer that answers its OCSP requests itself again. */
export type EndOcspDelegationInput = {
  /** The issuer. */
  readonly issuer: IssuerRef;
};

/** Where runs of a workspace are executed. This service keeps state; runs happen on the side of the client. */
export type ExecutionMode =
  /** On the machine of whoever runs the command line. */
  | 'LOCAL';

/** What would be asked of a role; with a signing request, of signing it. */
export type ExplainIssuanceInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Base64 to keep with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** The signing request, PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Leaves self-signed authorities out of ca_chain. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live; the role's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** What a certificate is for (RFC 5280 §4.2.1.12): the purposes that have a name here. */
export type ExtKeyUsage =
  /** As certificates have it: `any`. */
  | 'ANY'
  /** As certificates have it: `clientAuth`. */
  | 'CLIENT_AUTH'
  /** As certificates have it: `codeSigning`. */
  | 'CODE_SIGNING'
  /** As certificates have it: `emailProtection`. */
  | 'EMAIL_PROTECTION'
  /** As certificates have it: `ipsecEndSystem`. */
  | 'IPSEC_END_SYSTEM'
  /** As certificates have it: `ipsecTunnel`. */
  | 'IPSEC_TUNNEL'
  /** As certificates have it: `ipsecUser`. */
  | 'IPSEC_USER'
  /** As certificates have it: `microsoftCommercialCodeSigning`. */
  | 'MICROSOFT_COMMERCIAL_CODE_SIGNING'
  /** As certificates have it: `microsoftKernelCodeSigning`. */
  | 'MICROSOFT_KERNEL_CODE_SIGNING'
  /** As certificates have it: `microsoftServerGatedCrypto`. */
  | 'MICROSOFT_SERVER_GATED_CRYPTO'
  /** As certificates have it: `netscapeServerGatedCrypto`. */
  | 'NETSCAPE_SERVER_GATED_CRYPTO'
  /** As certificates have it: `ocspSigning`. */
  | 'OCSP_SIGNING'
  /** As certificates have it: `serverAuth`. */
  | 'SERVER_AUTH'
  /** As certificates have it: `timeStamping`. */
  | 'TIME_STAMPING';

/** A workspace whose lock is to be released, whoever holds it. */
export type ForceUnlockWorkspaceInput = {
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** A signing request for an intermediate authority to make. */
export type GenerateIntermediateInput = {
  /** Asks in the request to be an authority, for signers that want it said. */
  readonly addBasicConstraints?: InputMaybe<Scalars['Boolean']['input']>;
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The key to use with type existing: its name or identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec or ed25519. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Key usages to ask for; defaults to none. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
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
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Where its key comes from. */
  readonly type: KeySource;
  /** Which path policies must allow: the one below `issuers/generate/`, or if false the one below `root/generate/` or `intermediate/generate/`. Defaults to either. */
  readonly underIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A key to make. */
export type GenerateKeyInput = {
  /** RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec or ed25519. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether it is given out, once, or not. */
  readonly type: KeySource;
};

/** A root to make. */
export type GenerateRootInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Domains that are forbidden. */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts that are forbidden. */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges that are forbidden, CIDR. */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts that are forbidden in URIs. */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A name for the new issuer. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The key to use with type existing: its name or identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec or ed25519. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Key usages beside the base set. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Authorities below it; -1 for no limit. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far back the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Domains to which names are limited. */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts to which addresses are limited. */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges to which IP addresses are limited, CIDR. */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts to which URIs are limited. */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live; the engine's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Where its key comes from. */
  readonly type: KeySource;
  /** Which path policies must allow: the one below `issuers/generate/`, or if false the one below `root/generate/` or `intermediate/generate/`. Defaults to either. */
  readonly underIssuers?: InputMaybe<Scalars['Boolean']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Certificates of authorities, and keys, from elsewhere. */
export type ImportIssuersInput = {
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** One or more certificates and keys, in any order. */
  readonly pemBundle: Scalars['PEM']['input'];
  /** How they are imported. */
  readonly way: ImportWay;
};

/** A key to import. */
export type ImportKeyInput = {
  /** A name for it. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** One private key. */
  readonly pemBundle: Scalars['PEM']['input'];
};

/** Ways to import certificates of authorities. */
export type ImportWay =
  /** As `issuers/import/bundle`: with keys. */
  | 'BUNDLE'
  /** As `config/ca`: with keys. A mount without a default issuer gets one, even if it cannot sign. */
  | 'CA'
  /** As `issuers/import/cert`: certificates only. */
  | 'CERTIFICATES'
  /** As `intermediate/set-signed`: a certificate that another authority issued for a signing request of this mount. */
  | 'SIGNED';

/** What a new key pair is certified for. */
export type IssueCertificateInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Base64 to keep with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** Leaves self-signed authorities out of ca_chain. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live; the role's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Which issuers; all conditions must be met. */
export type IssuerFilter = {
  /** Its certificate expires then or later. */
  readonly expiresAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Its certificate expires before. */
  readonly expiresBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Part of the name, in upper or lower case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Which keys; all conditions must be met. */
export type IssuerKeyFilter = {
  /** Part of the name, in upper or lower case. */
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

/** Uses of an issuer. */
export type IssuerUsage =
  /** Signing CRLs. */
  | 'CRL_SIGNING'
  /** Issuing and signing certificates. */
  | 'ISSUING_CERTIFICATES'
  /** Signing OCSP responses. */
  | 'OCSP_SIGNING'
  /** Reading it. Every issuer has this one. */
  | 'READ_ONLY';

/** What can happen to background work. Work that takes less than half a second is only reported if it fails. */
export type JobEventKind =
  /** It is done. */
  | 'COMPLETED'
  /** It failed. The server retries automatically. */
  | 'FAILED'
  /** It made progress. Reported at most once a second. */
  | 'PROGRESSED'
  /** It takes longer than half a second. */
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

/** Where the key of a new authority comes from. */
export type KeySource =
  /** It is one of the mount. */
  | 'EXISTING'
  /** It is made, kept, and given out once. */
  | 'EXPORTED'
  /** It is made, and kept. */
  | 'INTERNAL';

/** Types of keys. */
export type KeyType =
  /** ECDSA, with a curve of NIST. */
  | 'EC'
  /** Ed25519. */
  | 'ED25519'
  /** RSA, of 2048 bits or more. */
  | 'RSA';

/** What the key of a certificate may be used for (RFC 5280 §4.2.1.3). */
export type KeyUsage =
  /** As certificates have it: `contentCommitment`. */
  | 'CONTENT_COMMITMENT'
  /** As certificates have it: `crlSign`. */
  | 'CRL_SIGN'
  /** As certificates have it: `dataEncipherment`. */
  | 'DATA_ENCIPHERMENT'
  /** As certificates have it: `decipherOnly`. */
  | 'DECIPHER_ONLY'
  /** As certificates have it: `digitalSignature`. */
  | 'DIGITAL_SIGNATURE'
  /** As certificates have it: `encipherOnly`. */
  | 'ENCIPHER_ONLY'
  /** As certificates have it: `keyAgreement`. */
  | 'KEY_AGREEMENT'
  /** As certificates have it: `keyCertSign`. */
  | 'KEY_CERT_SIGN'
  /** As certificates have it: `keyEncipherment`. */
  | 'KEY_ENCIPHERMENT';

/** What happens to a certificate that would expire after its issuer. */
export type LeafNotAfterBehavior =
  /** It is refused, and so is an intermediate. */
  | 'ALWAYS_ENFORCE_ERR'
  /** It is refused. An intermediate expires with its issuer instead. */
  | 'ERR'
  /** It is issued as requested. */
  | 'PERMIT'
  /** It expires with its issuer. */
  | 'TRUNCATE';

/** What can hold the lock of a workspace. */
export type LockHolderKind =
  /** A run. */
  | 'RUN'
  /** A team: the lock was taken with a token of the team. */
  | 'TEAM'
  /** An account. */
  | 'USER';

/** A workspace to lock. */
export type LockWorkspaceInput = {
  /** Why; shown to others who find it locked. */
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** The run that is to hold the lock instead of you. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** Which certificate authorities; all conditions must be met. */
export type MountFilter = {
  /** Part of the path, in upper or lower case. */
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

/** A new path for a mount. */
export type MoveMountInput = {
  /** Which one. */
  readonly mount: MountRef;
  /** Its new path. */
  readonly path: Scalars['String']['input'];
};

/** Direction of sorting. */
export type OrderDirection =
  /** Ascending: A before Z, earlier before later. */
  | 'ASC'
  /** Descending: Z before A, later before earlier. */
  | 'DESC';

/** What a team may do in its whole organization; what is left out stays, and starts as false. */
export type OrganizationAccessInput = {
  /** See secret teams. */
  readonly accessSecretTeams?: InputMaybe<Scalars['Boolean']['input']>;
  /** Add and remove members of the organization and of the teams that they see. */
  readonly manageMembership?: InputMaybe<Scalars['Boolean']['input']>;
  /** Give teams organization-wide permissions. */
  readonly manageOrganizationAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create projects, and administer every one with its workspaces. */
  readonly manageProjects?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create, change and delete teams, and manage their tokens. */
  readonly manageTeams?: InputMaybe<Scalars['Boolean']['input']>;
  /** Create workspaces, and administer every one. */
  readonly manageWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
  /** Read every project with its workspaces and their state. */
  readonly readProjects?: InputMaybe<Scalars['Boolean']['input']>;
  /** Read every workspace and its state. */
  readonly readWorkspaces?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What a list of organizations is narrowed by. */
export type OrganizationFilter = {
  /** Part of the name, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** What a list of memberships is narrowed by. Everything given must hold. */
export type OrganizationMembershipFilter = {
  /** Only users with one of these email addresses, in any case. */
  readonly emails?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of a username or of an email address, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Only those of this status. */
  readonly status?: InputMaybe<OrganizationMembershipStatus>;
};

/** Whether a membership counts. */
export type OrganizationMembershipStatus =
  /** It counts. */
  | 'ACTIVE'
  /** The user has not accepted yet, so it gives nothing. */
  | 'INVITED';

/** Names an organization: by its id, or by its name. */
export type OrganizationRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly name?: never; }
  |  /** Its name. */
  { readonly id?: never; readonly name: Scalars['String']['input']; };

/** Whose backing data to delete for good. */
export type PermanentlyDeleteBackingDataInput = {
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** What a policy allows at a path. */
export type PolicyCapability =
  /** To make what is not there. Writes here ask for `UPDATE` alone. */
  | 'CREATE'
  /** To delete it: DELETE. */
  | 'DELETE'
  /** Nothing, whatever other rules for the same path allow. */
  | 'DENY'
  /** To list what is below it: LIST. */
  | 'LIST'
  /** To change parts of it: PATCH. */
  | 'PATCH'
  /** To read it: GET. */
  | 'READ'
  /** Everything: of a token with the policy `root`. No rule says it. */
  | 'ROOT'
  /** What some paths ask for besides. */
  | 'SUDO'
  /** To write it, or to have it done: POST and PUT. */
  | 'UPDATE';

/** What can happen to a policy. */
export type PolicyEventKind =
  /** Its text changed. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted: tokens that carried it no longer have it. */
  | 'DELETED';

/** A policy under which certificates are issued. */
export type PolicyIdentifierInput = {
  /** Address of the practice statement (RFC 5280 §4.2.1.4). */
  readonly cps?: InputMaybe<Scalars['String']['input']>;
  /** What people should be shown. */
  readonly notice?: InputMaybe<Scalars['String']['input']>;
  /** Its object identifier, with dots. */
  readonly oid: Scalars['String']['input'];
};

/** Forms of private keys that are handed out. */
export type PrivateKeyFormat =
  /** The traditional encoding of their type, as PEM or base64 like the certificate. */
  | 'DER'
  /** The same. */
  | 'PEM'
  /** PKCS#8, in PEM. */
  | 'PKCS8';

/** What went wrong, as payloads report it. Programs decide by this code, not by the message. */
export type ProblemCode =
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
  /** The CRL would hold more entries than max_crl_entries allows */
  | 'CRL_TOO_LARGE'
  /** The input is not valid */
  | 'INVALID_INPUT'
  /** The object is still in use */
  | 'IN_USE'
  /** unable to find PKI issuer for reference: <reference> */
  | 'ISSUER_NOT_FOUND'
  /** this issuer cannot be used for that: <usage> */
  | 'ISSUER_NOT_USABLE'
  /** adding issuer (id: <id>) to its own CRL is not allowed */
  | 'ISSUER_ON_OWN_CRL'
  /** unable to find PKI key for reference: <reference> */
  | 'KEY_NOT_FOUND'
  /** Unable to unlock workspace: latest state version is still pending */
  | 'LATEST_VERSION_PENDING'
  /** The lineage provided in the state file does not match the value currently known for this workspace */
  | 'LINEAGE_CONFLICT'
  /** This workspace is locked by <who> and will only accept state uploads from them while locked. */
  | 'LOCK_HELD_BY_OTHER'
  /** This workspace is not locked and will only accept state uploads when locked */
  | 'LOCK_REQUIRED'
  /** The MD5 hash of the state provided does not match what is currently known for the same serial number */
  | 'MD5_CONFLICT'
  /** A required input is missing */
  | 'MISSING_INPUT'
  /** no handler for route "<path>". route entry not found. */
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
  /** The request breaks a rule of the role or of the authority */
  | 'REQUEST_REFUSED'
  /** The serial provided in the state file is not greater than the serial currently known remotely */
  | 'SERIAL_STALE'
  /** This content would exceed the storage quota of the organization. Its owners can permanently delete the backing data of old state versions, and a site administrator can raise the quota */
  | 'STORAGE_QUOTA_EXCEEDED'
  /** Organization tokens may not create or roll back state versions; use a user or team token */
  | 'TOKEN_KIND_REFUSED'
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
  | 'WORKSPACE_PROCESSING';

/** What a team may do in a project and in each of its workspaces. */
export type ProjectAccessLevel =
  /** Everything: the project itself, its workspaces and the access of teams. */
  | 'ADMIN'
  /** Also create workspaces in it, and administer them but for the access of teams. */
  | 'MAINTAIN'
  /** READ in its workspaces. */
  | 'READ'
  /** WRITE in its workspaces. */
  | 'WRITE';

/** What a list of projects is narrowed by. */
export type ProjectFilter = {
  /** Whole names, any of them. */
  readonly names?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** The token of an organization, to regenerate. */
export type RegenerateOrganizationTokenInput = {
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** The token without description of a team, to regenerate. */
export type RegenerateTeamTokenInput = {
  /** When it expires. Without it, the token does not expire. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** How the consumers given meet those that are there. */
export type RemoteStateConsumerMode =
  /** They are added. */
  | 'ADD'
  /** They are taken away. */
  | 'REMOVE'
  /** They are all that stays. */
  | 'REPLACE';

/** A data retention policy to remove. */
export type RemoveDataRetentionPolicyInput = {
  /** What it is set on. */
  readonly target: DataRetentionTarget;
};

/** A membership to end. */
export type RemoveOrganizationMemberInput = {
  /** Identifier of the membership. */
  readonly id: Scalars['ID']['input'];
};

/** Members of a team who leave it. */
export type RemoveTeamMembersInput = {
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Who, by membership of the organization. */
  readonly membershipIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  /** Who, by username. */
  readonly usernames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Access of a team to a project that ends. */
export type RemoveTeamProjectAccessInput = {
  /** Identifier of the access, `tprj-…`. */
  readonly id: Scalars['ID']['input'];
};

/** Access of a team to a workspace that ends. */
export type RemoveTeamWorkspaceAccessInput = {
  /** Identifier of the access, `tws-…`. */
  readonly id: Scalars['ID']['input'];
};

/** Tags to take off a workspace. */
export type RemoveWorkspaceTagsInput = {
  /** The tags; one that it does not have is no error. */
  readonly tags: ReadonlyArray<TagRef>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** A renewal of the token of the request. */
export type RenewOwnTokenInput = {
  /** How long it lives from now. Defaults to the duration that it was made with. A periodic token lives its period. */
  readonly increment?: InputMaybe<Scalars['Duration']['input']>;
};

/** Which issuer becomes the default issuer. */
export type ReplaceRootInput = {
  /** The issuer, by name or identifier. Defaults to `next`. */
  readonly default?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** CRLs of one issuer to combine. */
export type ResignCrlsInput = {
  /** Number of the CRL. */
  readonly crlNumber: Scalars['BigInt']['input'];
  /** CRLs that the issuer signed, one each. */
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

/** What a list of resources is narrowed by. Everything given must hold; texts are compared whole. */
export type ResourceFilter = {
  /** Address without instance keys. */
  readonly address?: InputMaybe<Scalars['String']['input']>;
  /** What the address begins with. */
  readonly addressPrefix?: InputMaybe<Scalars['String']['input']>;
  /** Managed or only read. */
  readonly mode?: InputMaybe<ResourceMode>;
  /** Path of the module, such as `module.net`; `root` for the root module. */
  readonly module?: InputMaybe<Scalars['String']['input']>;
  /** Name in the configuration. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Address of the provider as the state has it. */
  readonly provider?: InputMaybe<Scalars['String']['input']>;
  /** Type, such as `aws_vpc`. */
  readonly type?: InputMaybe<Scalars['String']['input']>;
  /** Identifier of the only workspace to look in. */
  readonly workspaceId?: InputMaybe<Scalars['ID']['input']>;
};

/** Whether the engine manages a resource or only reads it. */
export type ResourceMode =
  /** Declared with `data`: read only. */
  | 'DATA'
  /** Declared with `resource`: created, changed and destroyed by the engine. */
  | 'MANAGED';

/** Whose backing data to restore. */
export type RestoreBackingDataInput = {
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** Which revocations; all conditions must be met. */
export type RevocationFilter = {
  /** It was revoked then or later. */
  readonly revokedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** It was revoked before. */
  readonly revokedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Serial number of the certificate. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** What a list of revocations is sorted by. */
export type RevocationOrder = {
  /** Which way. */
  readonly direction: OrderDirection;
  /** By what. */
  readonly field: RevocationOrderField;
};

/** What revocations can be sorted by. */
export type RevocationOrderField =
  /** When the certificate was revoked. */
  | 'REVOKED_AT';

/** Reasons for a revocation (RFC 5280 §5.3.1). */
export type RevocationReason =
  /** The attribute authority behind it is, or may be, compromised. */
  | 'AA_COMPROMISE'
  /** What it says about its subject is no longer true. */
  | 'AFFILIATION_CHANGED'
  /** Others know the private key of the authority, or may know it. */
  | 'CA_COMPROMISE'
  /** It is no longer needed. */
  | 'CESSATION_OF_OPERATION'
  /** Others know its private key, or may know it. */
  | 'KEY_COMPROMISE'
  /** Its subject has lost the right that it was for. */
  | 'PRIVILEGE_WITHDRAWN'
  /** Another certificate replaced it. */
  | 'SUPERSEDED'
  /** No reason was given. */
  | 'UNSPECIFIED';

/** Which certificate to revoke: by its serial number or by itself, not both. */
export type RevokeCertificateInput = {
  /** The certificate itself, signed by an issuer of the mount. It need not be stored. */
  readonly certificate?: InputMaybe<Scalars['PEM']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The reason. Defaults to `UNSPECIFIED`. */
  readonly reason?: InputMaybe<RevocationReason>;
  /** Its serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** Which certificate to revoke, and its private key as a proof that it is the caller’s own. */
export type RevokeCertificateWithKeyInput = {
  /** The certificate itself, signed by an issuer of the mount. It need not be stored. */
  readonly certificate?: InputMaybe<Scalars['PEM']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** The private key of the certificate. It is compared, and kept nowhere. */
  readonly privateKey: Scalars['PEM']['input'];
  /** The reason. Defaults to `UNSPECIFIED`. */
  readonly reason?: InputMaybe<RevocationReason>;
  /** Its serial number. */
  readonly serialNumber?: InputMaybe<Scalars['SerialNumber']['input']>;
};

/** An issuer to revoke. */
export type RevokeIssuerInput = {
  /** Which one. */
  readonly issuer: IssuerRef;
};

/** A lease to end. */
export type RevokeLeaseInput = {
  /** The `lease_id` that came with the certificate. */
  readonly leaseId: Scalars['String']['input'];
};

/** The token of an organization. */
export type RevokeOrganizationTokenInput = {
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** A revocation of the token of the request. */
export type RevokeOwnTokenInput = {
  /** The accessor that it must have: with it, no other token is revoked by mistake. */
  readonly accessor?: InputMaybe<Scalars['String']['input']>;
};

/** The token without description of a team. */
export type RevokeTeamTokenInput = {
  /** Identifier of the team. */
  readonly teamId: Scalars['ID']['input'];
};

/** A token to revoke. */
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

/** What can happen to a role. */
export type RoleEventKind =
  /** Some of its fields changed, or all of it was replaced. */
  | 'CHANGED'
  /** It was made. */
  | 'CREATED'
  /** It was deleted; the certificates issued under it stay. Not reported of roles that are deleted with their mount. */
  | 'DELETED';

/** Which roles; all conditions must be met. */
export type RoleFilter = {
  /** Part of the name, in upper or lower case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Types of keys that a role certifies. */
export type RoleKeyType =
  /** Any of them: for signing requests, as no key is made by such a role. */
  | 'ANY'
  /** ECDSA, with a curve of NIST. */
  | 'EC'
  /** Ed25519. */
  | 'ED25519'
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

/** Which state version to make current again in a workspace that you have locked. */
export type RollbackStateVersionInput = {
  /** Identifier of the state version to copy. */
  readonly stateVersionId: Scalars['ID']['input'];
  /** Identifier of the workspace. */
  readonly workspaceId: Scalars['ID']['input'];
};

/** Which CRLs to rebuild. */
export type RotateCrlInput = {
  /** Delta CRLs instead of complete ones. */
  readonly delta?: Scalars['Boolean']['input'];
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
};

/** A root to make beside the default issuer. */
export type RotateRootInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Domains that are forbidden. */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts that are forbidden. */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges that are forbidden, CIDR. */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts that are forbidden in URIs. */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A name for the new issuer. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256. */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** A name for the new key. */
  readonly keyName?: InputMaybe<Scalars['String']['input']>;
  /** The key to use with type existing: its name or identifier, or default. */
  readonly keyRef?: InputMaybe<Scalars['String']['input']>;
  /** Type of the key: rsa, ec or ed25519. */
  readonly keyType?: InputMaybe<KeyType>;
  /** Key usages beside the base set. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Authorities below it; -1 for no limit. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far back the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Domains to which names are limited. */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts to which addresses are limited. */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges to which IP addresses are limited, CIDR. */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts to which URIs are limited. */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** der, pem: traditional encoding; pkcs8: PKCS#8. */
  readonly privateKeyFormat?: InputMaybe<PrivateKeyFormat>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live; the engine's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** Where its key comes from. */
  readonly type: KeySource;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** What a team may do with the runs of a workspace. */
export type RunAccess =
  /** Also create runs that apply. */
  | 'APPLY'
  /** Also create runs that plan. */
  | 'PLAN'
  /** Read them. */
  | 'READ';

/** What a list of runs is narrowed by. */
export type RunFilter = {
  /** Any of these statuses. */
  readonly statuses?: InputMaybe<ReadonlyArray<RunStatus>>;
};

/** Where a run stands, in the words of Terraform Enterprise. */
export type RunStatus =
  /** Its plan was applied; the run is over. */
  | 'APPLIED'
  /** Its plan is being applied. */
  | 'APPLYING'
  /** Applying waits to be begun. */
  | 'APPLY_QUEUED'
  /** It was canceled; the run is over. */
  | 'CANCELED'
  /** Somebody confirmed its plan. */
  | 'CONFIRMED'
  /** Costs are estimated. */
  | 'COST_ESTIMATED'
  /** Costs are being estimated. */
  | 'COST_ESTIMATING'
  /** Its plan was thrown away; the run is over. */
  | 'DISCARDED'
  /** It failed; the run is over. */
  | 'ERRORED'
  /** Its configuration is being fetched. */
  | 'FETCHING'
  /** Its configuration was fetched. */
  | 'FETCHING_COMPLETED'
  /** It was ended without waiting; the run is over. */
  | 'FORCE_CANCELED'
  /** Waits to be begun. */
  | 'PENDING'
  /** Its plan is there, and waits for what comes next. */
  | 'PLANNED'
  /** Over with its plan: there was nothing to apply, or it was for planning only. */
  | 'PLANNED_AND_FINISHED'
  /** Its plan is kept, to be applied later. */
  | 'PLANNED_AND_SAVED'
  /** Its plan is being made. */
  | 'PLANNING'
  /** Its plan waits to be begun. */
  | 'PLAN_QUEUED'
  /** Policies passed, or were overridden. */
  | 'POLICY_CHECKED'
  /** Policies are being checked. */
  | 'POLICY_CHECKING'
  /** A policy failed, and somebody may override it. */
  | 'POLICY_OVERRIDE'
  /** A policy failed; the run is over. */
  | 'POLICY_SOFT_FAILED'
  /** Tasks after the plan are done. */
  | 'POST_PLAN_COMPLETED'
  /** Tasks after the plan are being done. */
  | 'POST_PLAN_RUNNING'
  /** Tasks before applying are done. */
  | 'PRE_APPLY_COMPLETED'
  /** Tasks before applying are being done. */
  | 'PRE_APPLY_RUNNING'
  /** Tasks before the plan are done. */
  | 'PRE_PLAN_COMPLETED'
  /** Tasks before the plan are being done. */
  | 'PRE_PLAN_RUNNING'
  /** Waits for its turn in the workspace. */
  | 'QUEUING'
  /** Waits for its turn to apply. */
  | 'QUEUING_APPLY';

/** Where the serial number in a subject comes from. */
export type SerialNumberSource =
  /** The parameter alone. */
  | 'JSON'
  /** The parameter, or else the signing request. */
  | 'JSON_CSR';

/** A data retention policy to set. */
export type SetDataRetentionPolicyInput = {
  /** The number of days, at least 1; needed for DELETE_OLDER. */
  readonly deleteOlderThanNDays?: InputMaybe<Scalars['Int']['input']>;
  /** What it does. */
  readonly kind: DataRetentionKind;
  /** What it is set on. */
  readonly target: DataRetentionTarget;
};

/** A quota of stored bytes to give to an organization. */
export type SetStorageQuotaInput = {
  /** The bytes; needed for BYTES. Fewer than it stores delete nothing, and refuse what comes. */
  readonly bytes?: InputMaybe<Scalars['BigInt']['input']>;
  /** Which quota it is to have. */
  readonly kind: StorageQuotaKind;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** Which settings a workspace overwrites. */
export type SettingOverwritesInput = {
  /** Whether it overwrites the agent pool. */
  readonly overwritesAgentPool?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether it overwrites the execution mode. */
  readonly overwritesExecutionMode?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A signing request, and what it is certified for. */
export type SignCertificateInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Base64 to keep with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** Common name. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** The signing request, PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Leaves self-signed authorities out of ca_chain. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role. */
  readonly role: Scalars['String']['input'];
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** Time to live; the role's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A signing request of an authority. */
export type SignIntermediateInput = {
  /** Host names and e-mail addresses beside the common name. */
  readonly altNames?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Common name of the authority. */
  readonly commonName?: InputMaybe<Scalars['String']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The signing request, PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** The issuer's leaf_not_after_behavior decides on an end beyond the issuer's, not the default of truncating. */
  readonly enforceLeafNotAfterBehavior?: InputMaybe<Scalars['Boolean']['input']>;
  /** Keeps the common name out of the alternative names. */
  readonly excludeCnFromSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Domains that are forbidden. */
  readonly excludedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts that are forbidden. */
  readonly excludedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges that are forbidden, CIDR. */
  readonly excludedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts that are forbidden in URIs. */
  readonly excludedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** IP addresses as alternative names. */
  readonly ipSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Key usages beside the base set. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Authorities below it; -1 for no limit but the signer's. */
  readonly maxPathLength?: InputMaybe<Scalars['Int']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far back the certificate begins. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Other names, <oid>;UTF8:<value>. */
  readonly otherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Domains to which names are limited. */
  readonly permittedDnsDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Mailboxes or hosts to which addresses are limited. */
  readonly permittedEmailAddresses?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Ranges to which IP addresses are limited, CIDR. */
  readonly permittedIpRanges?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Hosts to which URIs are limited. */
  readonly permittedUriDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Leaves self-signed authorities out of ca_chain. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Serial number attribute of the subject. */
  readonly serialNumber?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Subject key identifier in hex; made from the key where it is empty. */
  readonly skid?: InputMaybe<Scalars['String']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live; the engine's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** URIs as alternative names. */
  readonly uriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Takes subject, alternative names, usages and extensions from the request. */
  readonly useCsrValues?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A CRL to sign. */
export type SignRevocationListInput = {
  /** Number of the CRL. */
  readonly crlNumber: Scalars['BigInt']['input'];
  /** For a delta CRL, the number of the complete CRL that it adds to. Defaults to -1, a complete CRL. */
  readonly deltaCrlBaseNumber?: InputMaybe<Scalars['BigInt']['input']>;
  /** Extensions beside those that every CRL has. */
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

/** A root to be signed by another one. */
export type SignSelfIssuedInput = {
  /** The self-issued certificate of an authority, PEM. */
  readonly certificate: Scalars['PEM']['input'];
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** Whether its key must be of the same type as the issuer’s. */
  readonly requireMatchingCertificateAlgorithms?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A signing request to be certified as it is. */
export type SignVerbatimInput = {
  /** Base64 to keep with the serial number of the certificate. */
  readonly certMetadata?: InputMaybe<Scalars['String']['input']>;
  /** The signing request, PEM. */
  readonly csr?: InputMaybe<Scalars['PEM']['input']>;
  /** The issuer's leaf_not_after_behavior decides on an end beyond the issuer's, not the default of truncating. */
  readonly enforceLeafNotAfterBehavior?: InputMaybe<Scalars['Boolean']['input']>;
  /** Extended key usages where the request has no such extension. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** The same by object identifier. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Form of certificates: pem, der (in base64) or pem_bundle. */
  readonly format?: InputMaybe<CertificateFormat>;
  /** Issuer in place of the one that role or mount says: identifier, name or `default`. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Key usages where the request has no such extension; an empty list for none. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** Path of the mount, below `/v1`. */
  readonly mount?: Scalars['String']['input'];
  /** End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** Leaves self-signed authorities out of ca_chain. */
  readonly removeRootsFromChain?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the role whose times count, if any. */
  readonly role?: InputMaybe<Scalars['String']['input']>;
  /** SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Time to live; the role's or the engine's where it is absent. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
  /** User ids (0.9.2342.19200300.100.1.1) of the subject. */
  readonly userIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** Whose backing data to mark for deletion. */
export type SoftDeleteBackingDataInput = {
  /** Days until the data are deleted for good. Defaults to 7. */
  readonly deleteOlderThanNDays?: InputMaybe<Scalars['Int']['input']>;
  /** Identifier of the state version. */
  readonly id: Scalars['ID']['input'];
};

/** What a team may do with the state of a workspace. */
export type StateAccess =
  /** Nothing. */
  | 'NONE'
  /** Read every state version. */
  | 'READ'
  /** Read the outputs of the current state. */
  | 'READ_OUTPUTS'
  /** Also create state versions and roll back. Both need the lock. */
  | 'WRITE';

/** Background work on a state version. */
export type StateJob =
  /** Indexing its resources, so that `resources` finds them. */
  | 'INDEX_RESOURCES'
  /** Reading its content, after which resources, modules, providers and outputs are known. */
  | 'READ_CONTENT';

/** What can happen to a state version. */
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
  /** A newer state version took its place before its content arrived. */
  | 'DISCARDED'
  /** Its content is stored. */
  | 'FINALIZED'
  /** Its content has been read: resources, modules, providers and outputs are known. */
  | 'PROCESSED';

/** What a list of state versions is narrowed by. */
export type StateVersionFilter = {
  /** Any of these statuses. */
  readonly statuses?: InputMaybe<ReadonlyArray<StateVersionStatus>>;
};

/** Where a state version stands. */
export type StateVersionStatus =
  /** Its content was permanently deleted. */
  | 'BACKING_DATA_PERMANENTLY_DELETED'
  /** Its content is marked for deletion and can be restored. */
  | 'BACKING_DATA_SOFT_DELETED'
  /** A newer state version took its place before its content arrived, or there was no room for its content. */
  | 'DISCARDED'
  /** Its content is stored. */
  | 'FINALIZED'
  /** Created; its content has not arrived yet. */
  | 'PENDING';

/** Where the quota of stored bytes of an organization comes from. */
export type StorageQuotaKind =
  /** This organization has a quota of its own. */
  | 'BYTES'
  /** It is what the settings of this installation say for all organizations. */
  | 'INSTALLATION'
  /** This organization has no limit. */
  | 'UNLIMITED';

/** How the tags given meet those that are bound already. */
export type TagBindingMode =
  /** They are added; a key that is bound already gets the new value. */
  | 'ADD'
  /** They are all that stays. */
  | 'REPLACE';

/** What a list of tags is narrowed by. */
export type TagFilter = {
  /** Leaves out what this workspace already has. */
  readonly notOnWorkspaceId?: InputMaybe<Scalars['ID']['input']>;
  /** Part of the key, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** A tag to bind: a key with a value, or a flat tag, which is a key alone. */
export type TagInput = {
  /** The key; the name of a flat tag. */
  readonly key: Scalars['String']['input'];
  /** The value; none for a flat tag. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** Names a tag: by its id, or by its key. */
export type TagRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly key?: never; }
  |  /** Its key, the name of a flat tag. */
  { readonly id?: never; readonly key: Scalars['String']['input']; };

/** A tag to look for. */
export type TaggedInput = {
  /** The key. */
  readonly key: Scalars['String']['input'];
  /** The value; left out, any value. */
  readonly value?: InputMaybe<Scalars['String']['input']>;
};

/** What a list of teams is narrowed by. Everything given must hold. */
export type TeamFilter = {
  /** Whole names, any of them. */
  readonly names?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Part of the name, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Who sees a team. */
export type TeamVisibility =
  /** Every member of the organization. */
  | 'ORGANIZATION'
  /** Its members, and who manages teams. */
  | 'SECRET';

/** Whom a token speaks for. */
export type TokenKind =
  /** An organization: it administers workspaces, projects and teams, and may not create or roll back state. */
  | 'ORGANIZATION'
  /** A team, and nobody else. */
  | 'TEAM'
  /** A user, with everything that the user may do. */
  | 'USER';

/** Changes to a mount. What is left out stays as it is. */
export type TuneMountInput = {
  /** Default time to live of certificates. Zero: the system's default applies. */
  readonly defaultLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Longest time to live of certificates. Zero: the system's limit applies. */
  readonly maxLeaseTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Which one. */
  readonly mount: MountRef;
  /** Other settings. They are kept for clients; only `listingVisibility` has an effect. */
  readonly tuning?: InputMaybe<TuningInput>;
};

/** Settings that are kept for clients. What is left out stays as it is. */
export type TuningInput = {
  /** Managed keys that it may use. */
  readonly allowedManagedKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Headers that answers may carry. */
  readonly allowedResponseHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Request fields to audit in the clear. */
  readonly auditNonHmacRequestKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Answer fields to audit in the clear. */
  readonly auditNonHmacResponseKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether it may use external entropy. */
  readonly externalEntropyAccess?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether its storage is read past caches. */
  readonly forceNoCache?: InputMaybe<Scalars['Boolean']['input']>;
  /** Where it is listed: empty, `hidden` or `unauth`. */
  readonly listingVisibility?: InputMaybe<Scalars['String']['input']>;
  /** Whether it is for one cluster. */
  readonly local?: InputMaybe<Scalars['Boolean']['input']>;
  /** Options: texts by name. */
  readonly options?: InputMaybe<Scalars['JSON']['input']>;
  /** Request headers to pass on. */
  readonly passthroughRequestHeaders?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether its storage is wrapped once more. */
  readonly sealWrap?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A workspace to unlock. */
export type UnlockWorkspaceInput = {
  /** The run that holds the lock. */
  readonly runId?: InputMaybe<Scalars['ID']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** A change to the account of the caller; what is left out stays. */
export type UpdateAccountInput = {
  /** Where the person is reached; what others than site administrators give has to be confirmed by one. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** A new username. Only site administrators change it. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to an issuer. What is left out stays as it is. */
export type UpdateIssuerInput = {
  /** Whether policies must allow `patch` instead of `update`. Defaults to false. */
  readonly asPatch?: InputMaybe<Scalars['Boolean']['input']>;
  /** Addresses of its CRL. */
  readonly crlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses of its delta CRL. */
  readonly deltaCrlDistributionPoints?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Whether templates in the addresses are filled in. */
  readonly enableAiaUrlTemplating?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which one. */
  readonly issuer: IssuerRef;
  /** Its new name. Empty: no name. */
  readonly issuerName?: InputMaybe<Scalars['String']['input']>;
  /** Addresses of its certificate. */
  readonly issuingCertificates?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** What happens to a certificate that would expire after it. */
  readonly leafNotAfterBehavior?: InputMaybe<LeafNotAfterBehavior>;
  /** The issuers of its chain, by identifier or name, beginning with itself. An empty list: it is built from signatures. */
  readonly manualChain?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Addresses of OCSP responders. */
  readonly ocspServers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** How it signs CRLs and OCSP responses, such as `SHA384WithRSA`. Empty: what suits its key. */
  readonly revocationSignatureAlgorithm?: InputMaybe<Scalars['String']['input']>;
  /** What it may be used for. */
  readonly usage?: InputMaybe<ReadonlyArray<IssuerUsage>>;
};

/** A new name for a key. */
export type UpdateKeyInput = {
  /** Which one. */
  readonly key: KeyRef;
  /** Its new name. Empty: no name. */
  readonly keyName: Scalars['String']['input'];
};

/** A change to an organization; what is left out stays. */
export type UpdateOrganizationInput = {
  /** Where its owners are reached. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Its new name. Addresses with the old one stop working. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The organization. */
  readonly organization: OrganizationRef;
};

/** Changes to a project. What is left out stays as it is. */
export type UpdateProjectInput = {
  /** After how long to destroy what its workspaces manage. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** What it is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** The project. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** Tags to bind, beside those that are bound. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
};

/** What to change of a role: null takes the default back, what is not given stays. */
export type UpdateRoleInput = {
  /** Allows every name that is well formed. */
  readonly allowAnyName?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows the allowed domains themselves. */
  readonly allowBareDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allowed domains may be patterns, * standing for any text. */
  readonly allowGlobDomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows IP addresses as alternative names. */
  readonly allowIpSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows localhost and localdomain as names. */
  readonly allowLocalhost?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names below the allowed domains, wildcards included. */
  readonly allowSubdomains?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows names with a wildcard in the leftmost label; when false, allow_any_name does not help. */
  readonly allowWildcardCertificates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Domains that names may be, or be below, as other fields allow. */
  readonly allowedDomains?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allowed domains may hold {{identity…}} templates. */
  readonly allowedDomainsTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of other names, <oid>;UTF8:<value>; * alone allows all. */
  readonly allowedOtherSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of serial numbers allowed in the subject. */
  readonly allowedSerialNumbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Patterns of URIs that are allowed as alternative names. */
  readonly allowedUriSans?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Allowed URIs may hold {{identity…}} templates. */
  readonly allowedUriSansTemplate?: InputMaybe<Scalars['Boolean']['input']>;
  /** Patterns of user ids allowed in the subject. */
  readonly allowedUserIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates say in basic constraints that they are no authority. */
  readonly basicConstraintsValidForNonCa?: InputMaybe<Scalars['Boolean']['input']>;
  /** Certificates are for clients (extended key usage). */
  readonly clientFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** What common names may be: email, hostname; or disabled. */
  readonly cnValidations?: InputMaybe<ReadonlyArray<CnValidation>>;
  /** Certificates are for signing code (extended key usage). */
  readonly codeSigningFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** C (country) of the subject. */
  readonly country?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates are for e-mail (extended key usage). */
  readonly emailProtectionFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** Allows only host names as common name, DNS name and domain of an e-mail address. */
  readonly enforceHostnames?: InputMaybe<Scalars['Boolean']['input']>;
  /** Extended key usages by name, beside those of the flags. */
  readonly extKeyUsage?: InputMaybe<ReadonlyArray<ExtKeyUsage>>;
  /** Extended key usages by object identifier. */
  readonly extKeyUsageOids?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Certificates come with a lease. */
  readonly generateLease?: InputMaybe<Scalars['Boolean']['input']>;
  /** Issuer that signs: default, a name or an id. */
  readonly issuerRef?: InputMaybe<Scalars['String']['input']>;
  /** Bits of made keys, and the least of signed ones; 0 means 2048 (rsa), 256 (ec). */
  readonly keyBits?: InputMaybe<Scalars['Int']['input']>;
  /** Type of key: rsa, ec, ed25519; any, for signing only. */
  readonly keyType?: InputMaybe<RoleKeyType>;
  /** Key usages by name; an empty list leaves the extension out. */
  readonly keyUsage?: InputMaybe<ReadonlyArray<KeyUsage>>;
  /** L (locality) of the subject. */
  readonly locality?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Longest time to live; 0 takes the engine's. */
  readonly maxTtl?: InputMaybe<Scalars['Duration']['input']>;
  /** Certificates are not stored: they cannot be listed, nor revoked by serial number. */
  readonly noStore?: InputMaybe<Scalars['Boolean']['input']>;
  /** No metadata is kept for certificates. */
  readonly noStoreMetadata?: InputMaybe<Scalars['Boolean']['input']>;
  /** Fixed end of certificates, YYYY-MM-ddTHH:MM:SSZ, at most 9999-12-31T23:59:59Z. */
  readonly notAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** How far back certificates begin. */
  readonly notBeforeDuration?: InputMaybe<Scalars['Duration']['input']>;
  /** O (organization) of the subject. */
  readonly organization?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** OU (organizational unit) of the subject. */
  readonly ou?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Policies under which certificates are issued, as many as a request has room for: object identifiers, or objects of oid, cps and notice. */
  readonly policyIdentifiers?: InputMaybe<ReadonlyArray<PolicyIdentifierInput>>;
  /** Postal code of the subject. */
  readonly postalCode?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** ST (province) of the subject. */
  readonly province?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** A common name must be given. */
  readonly requireCn?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which one. */
  readonly role: RoleRef;
  /** Where the subject's serial number comes from: json-csr (the request, then the CSR) or json (the request alone). */
  readonly serialNumberSource?: InputMaybe<SerialNumberSource>;
  /** Certificates are for servers (extended key usage). */
  readonly serverFlag?: InputMaybe<Scalars['Boolean']['input']>;
  /** SHA-2 of 256, 384 or 512 bits in signatures of RSA issuers; 0 suits the key. */
  readonly signatureBits?: InputMaybe<Scalars['Int']['input']>;
  /** Street address of the subject. */
  readonly streetAddress?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Time to live where a request gives none; 0 takes the engine's. */
  readonly ttl?: InputMaybe<Scalars['Duration']['input']>;
  /** The common name of a signing request is used if it has one. */
  readonly useCsrCommonName?: InputMaybe<Scalars['Boolean']['input']>;
  /** The alternative names of a signing request are used, not those beside it. */
  readonly useCsrSans?: InputMaybe<Scalars['Boolean']['input']>;
  /** RSA issuers sign with PSS, not with PKCS#1 v1.5. */
  readonly usePss?: InputMaybe<Scalars['Boolean']['input']>;
};

/** How far a run got. */
export type UpdateRunInput = {
  /** Its plan has changes. */
  readonly hasChanges?: InputMaybe<Scalars['Boolean']['input']>;
  /** The run. */
  readonly id: Scalars['ID']['input'];
  /** Why it was started. */
  readonly message?: InputMaybe<Scalars['String']['input']>;
  /** Where it stands now. A run that ended stays so. */
  readonly status?: InputMaybe<RunStatus>;
};

/** A change to a team; what is left out stays. */
export type UpdateTeamInput = {
  /** Whether its members may make and revoke its tokens. Defaults to true. */
  readonly allowMemberTokenManagement?: InputMaybe<Scalars['Boolean']['input']>;
  /** Identifier of the team. */
  readonly id: Scalars['ID']['input'];
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** What it may do in the whole organization. */
  readonly organizationAccess?: InputMaybe<OrganizationAccessInput>;
  /** What an identity provider calls it. */
  readonly ssoTeamId?: InputMaybe<Scalars['String']['input']>;
  /** Who sees it. Defaults to SECRET. */
  readonly visibility?: InputMaybe<TeamVisibility>;
};

/** A change to the access of a team to a project. */
export type UpdateTeamProjectAccessInput = {
  /** The level. */
  readonly access: ProjectAccessLevel;
  /** Identifier of the access, `tprj-…`. */
  readonly id: Scalars['ID']['input'];
};

/** A change to the access of a team to a workspace. */
export type UpdateTeamWorkspaceAccessInput = {
  /** The level. Left out, it stays as it is. */
  readonly access?: InputMaybe<WorkspaceAccessLevel>;
  /** Identifier of the access, `tws-…`. */
  readonly id: Scalars['ID']['input'];
  /** With CUSTOM: what the team may do with runs. Defaults to READ. */
  readonly runs?: InputMaybe<RunAccess>;
  /** With CUSTOM: what the team may do with the state. Defaults to NONE. */
  readonly stateVersions?: InputMaybe<StateAccess>;
  /** With CUSTOM: what the team may do with variables. Defaults to NONE. */
  readonly variables?: InputMaybe<VariableAccess>;
  /** With CUSTOM: whether the team may lock and unlock. Defaults to false. */
  readonly workspaceLocking?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A change to an account; what is left out stays. */
export type UpdateUserInput = {
  /** Where the person is reached; what others than site administrators give has to be confirmed by one. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Whether it administers the site. One active administrator has to remain. */
  readonly isSiteAdmin?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether its tokens are refused until this is taken back. */
  readonly isSuspended?: InputMaybe<Scalars['Boolean']['input']>;
  /** The account. */
  readonly user: UserRef;
  /** A new username. Only site administrators change it. */
  readonly username?: InputMaybe<Scalars['String']['input']>;
};

/** Changes to a workspace. What is left out stays as it is; null resets a setting. */
export type UpdateWorkspaceInput = {
  /** Allow destroy plans. */
  readonly allowDestroyPlan?: InputMaybe<Scalars['Boolean']['input']>;
  /** Look for drift from time to time. */
  readonly assessmentsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Apply successful plans without asking. */
  readonly autoApply?: InputMaybe<Scalars['Boolean']['input']>;
  /** The same for runs that another workspace triggered. */
  readonly autoApplyRunTrigger?: InputMaybe<Scalars['Boolean']['input']>;
  /** When to destroy what it manages. */
  readonly autoDestroyAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** After how long without activity to destroy it, such as `14d`. */
  readonly autoDestroyDuration?: InputMaybe<Scalars['String']['input']>;
  /** What the workspace is for. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** Start runs only for pushes that touch the watched files. */
  readonly fileTriggersEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Let every workspace of the organization read the state. */
  readonly globalRemoteState?: InputMaybe<Scalars['Boolean']['input']>;
  /** Follow the auto-destroy setting of the project. */
  readonly inheritsProjectAutoDestroy?: InputMaybe<Scalars['Boolean']['input']>;
  /** Its new name. */
  readonly name?: InputMaybe<Scalars['String']['input']>;
  /** The project to move it to. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Queue runs from the very first push on. */
  readonly queueAllRuns?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which settings it overwrites. */
  readonly settingOverwrites?: InputMaybe<SettingOverwritesInput>;
  /** Name of the tool that made the workspace. */
  readonly sourceName?: InputMaybe<Scalars['String']['input']>;
  /** Address of the tool that made the workspace. */
  readonly sourceUrl?: InputMaybe<Scalars['String']['input']>;
  /** Plan pull requests. */
  readonly speculativeEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Show run output structured. */
  readonly structuredRunOutputEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Tags to bind, beside those that are bound. */
  readonly tags?: InputMaybe<ReadonlyArray<TagInput>>;
  /** The version of the engine, or `latest`. */
  readonly terraformVersion?: InputMaybe<Scalars['String']['input']>;
  /** Glob patterns of the repository to watch, instead. */
  readonly triggerPatterns?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Paths of the repository to watch. */
  readonly triggerPrefixes?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The repository to connect; null disconnects. */
  readonly vcsRepo?: InputMaybe<VcsRepoInput>;
  /** Folder of the repository where the engine runs. */
  readonly workingDirectory?: InputMaybe<Scalars['String']['input']>;
  /** The workspace. */
  readonly workspace: WorkspaceRef;
};

/** What a list of users is narrowed by. */
export type UserFilter = {
  /** Part of a username or a whole email address, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
};

/** Names an account: by its id, or by its username. */
export type UserRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly username?: never; }
  |  /** Its username. */
  { readonly id?: never; readonly username: Scalars['String']['input']; };

/** What a team may do with variables. Kept for clients; there are no variables here. */
export type VariableAccess =
  /** Nothing. */
  | 'NONE'
  /** Read them. */
  | 'READ'
  /** Also change them. */
  | 'WRITE';

/** The repository that the configuration of a workspace comes from. */
export type VcsRepoInput = {
  /** The branch. Defaults to the default branch. */
  readonly branch?: InputMaybe<Scalars['String']['input']>;
  /** The repository as a person would write it. */
  readonly displayIdentifier?: InputMaybe<Scalars['String']['input']>;
  /** The GitHub App installation to reach the repository with. */
  readonly githubAppInstallationId?: InputMaybe<Scalars['String']['input']>;
  /** The repository, such as `acme/network`. */
  readonly identifier: Scalars['String']['input'];
  /** Clone submodules too. */
  readonly ingressSubmodules?: InputMaybe<Scalars['Boolean']['input']>;
  /** The OAuth token to reach the repository with. */
  readonly oauthTokenId?: InputMaybe<Scalars['String']['input']>;
  /** Where the repository can be looked at. */
  readonly repositoryHttpUrl?: InputMaybe<Scalars['String']['input']>;
  /** Who hosts the repository, such as `github`. */
  readonly serviceProvider?: InputMaybe<Scalars['String']['input']>;
  /** Only tags of the repository that match this start runs. */
  readonly tagsRegex?: InputMaybe<Scalars['String']['input']>;
};

/** What a team may do in a workspace. Each level from READ to ADMIN has everything of the one before. */
export type WorkspaceAccessLevel =
  /** Everything: settings, force-unlock, deletion and the access of teams. */
  | 'ADMIN'
  /** What the other fields say, beside reading the workspace itself. */
  | 'CUSTOM'
  /** Also create runs. */
  | 'PLAN'
  /** Read the workspace, its state and its runs. */
  | 'READ'
  /** As input, short for CUSTOM with the outputs of the state alone; never in an answer. */
  | 'READ_OUTPUTS'
  /** Also lock it and write its state. */
  | 'WRITE';

/** What can happen to a workspace. */
export type WorkspaceEventKind =
  /** Its name, its settings, its tags, its retention policy or its consumers changed. Tags that `deleteTags` takes off it, and those that it inherits from its project, are not reported. */
  | 'CHANGED'
  /** It was created. */
  | 'CREATED'
  /** It was deleted, with its state. */
  | 'DELETED'
  /** It moved to another project; its name and settings may have changed at the same time. */
  | 'MOVED';

/** What a list of workspaces is narrowed by. All that is said holds together. */
export type WorkspaceFilter = {
  /** Only those whose newest run stands at one of these. */
  readonly currentRunStatuses?: InputMaybe<ReadonlyArray<RunStatus>>;
  /** Keys of tags of which none may be there. */
  readonly excludeTags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Only those that are locked, or only those that are not. */
  readonly locked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only those of this project. */
  readonly projectId?: InputMaybe<Scalars['ID']['input']>;
  /** Part of the name, in any case. */
  readonly search?: InputMaybe<Scalars['String']['input']>;
  /** Tags that must all be there, with their values. */
  readonly tagged?: InputMaybe<ReadonlyArray<TaggedInput>>;
  /** Keys of tags that must all be there, inherited ones included. */
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** The name with `*` in front, behind, or on both sides. */
  readonly wildcardName?: InputMaybe<Scalars['String']['input']>;
};

/** What can happen to the lock of a workspace. */
export type WorkspaceLockEventKind =
  /** Somebody other than its holder released it. */
  | 'FORCE_UNLOCKED'
  /** Somebody took it. */
  | 'LOCKED'
  /** Its holder released it. */
  | 'UNLOCKED';

/** A workspace by its name in an organization. */
export type WorkspaceName = {
  /** Its name there. */
  readonly name: Scalars['String']['input'];
  /** Name of the organization. */
  readonly organization: Scalars['String']['input'];
};

/** What a list of workspaces is sorted by. */
export type WorkspaceOrder = {
  /** Which way. */
  readonly direction: OrderDirection;
  /** By what. */
  readonly field: WorkspaceOrderField;
};

/** What workspaces are sorted by. */
export type WorkspaceOrderField =
  /** By the time they were created. */
  | 'CREATED_AT'
  /** By the time their newest run was recorded; those without a run count as earliest. */
  | 'CURRENT_RUN_CREATED_AT'
  /** By the time of the latest state version. */
  | 'LATEST_CHANGE_AT'
  /** By name. */
  | 'NAME'
  /** By the time their settings were last changed. */
  | 'UPDATED_AT';

/** Names a workspace: by its id, or by its organization and name. */
export type WorkspaceRef =
  /** Its id. */
  { readonly id: Scalars['ID']['input']; readonly named?: never; }
  |  /** Its organization and name. */
  { readonly id?: never; readonly named: WorkspaceName; };

/** A policy, new or in place of the one of its name. */
export type WritePolicyInput = {
  /** 1 to 128 letters, digits, `-`, `_` and `.`, the first a letter or a digit. Kept in lower case. */
  readonly name: Scalars['String']['input'];
  /** HCL such as `path "pki/issue/+" { capabilities = ["update"] }`, or JSON of the same structure. */
  readonly policy: Scalars['String']['input'];
};

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly email: string | null, readonly isSiteAdmin: boolean | null } };

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

export type AuditRecordFieldsFragment = { readonly action: string, readonly actorId: string | null, readonly actorKind: AuditActorKind, readonly actorName: string, readonly details: unknown | null, readonly hash: string | null, readonly number: number | string, readonly organizationId: string | null, readonly outcome: AuditOutcome, readonly position: number | string | null, readonly problem: string | null, readonly recordedAt: string, readonly remoteAddress: string | null, readonly requestId: string | null, readonly targetId: string, readonly targetName: string | null, readonly targetType: string, readonly tokenId: string | null };

export type AuditRecordsQueryVariables = Exact<{
  filter?: InputMaybe<AuditRecordFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditRecordsQuery = { readonly auditRecords: { readonly nodes: ReadonlyArray<AuditRecordFieldsFragment>, readonly pageInfo: PageFieldsFragment } };

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

export type ExplainIssuanceQueryVariables = Exact<{
  input: ExplainIssuanceInput;
}>;


export type ExplainIssuanceQuery = { readonly explainIssuance: { readonly allowed: boolean, readonly warnings: ReadonlyArray<string>, readonly brokenRules: ReadonlyArray<{ readonly rule: string, readonly field: string, readonly value: string, readonly message: string }>, readonly certificate: { readonly subject: string, readonly notBefore: string, readonly notAfter: string, readonly keyType: KeyType, readonly keyBits: number } | null } };

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


export type CrlEventsSubscription = { readonly crlEvents: { readonly eventId: string, readonly occurredAt: string, readonly issuerId: string, readonly number: number | string, readonly delta: boolean, readonly entryCount: number, readonly nextUpdate: string } };

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

export type RoleEventsSubscriptionVariables = Exact<{
  mount?: Scalars['String']['input'];
  kinds?: InputMaybe<ReadonlyArray<RoleEventKind> | RoleEventKind>;
}>;


export type RoleEventsSubscription = { readonly roleEvents: { readonly eventId: string, readonly kind: RoleEventKind, readonly occurredAt: string, readonly mountPath: string, readonly name: string, readonly role: RoleSummaryFragment | null } };

export type PolicyEventsSubscriptionVariables = Exact<{
  kinds?: InputMaybe<ReadonlyArray<PolicyEventKind> | PolicyEventKind>;
}>;


export type PolicyEventsSubscription = { readonly policyEvents: { readonly eventId: string, readonly kind: PolicyEventKind, readonly occurredAt: string, readonly name: string, readonly policy: PolicyFieldsFragment | null } };

export type AuditRecordEventsSubscriptionVariables = Exact<{
  organization?: InputMaybe<Scalars['String']['input']>;
}>;


export type AuditRecordEventsSubscription = { readonly auditRecordEvents: { readonly eventId: string, readonly occurredAt: string, readonly count: number, readonly auditRecords: { readonly nodes: ReadonlyArray<AuditRecordFieldsFragment> } } };

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

export type IssuedFieldsFragment = { readonly certificateId: string | null, readonly serialNumber: string, readonly notAfter: string, readonly certificate: string, readonly issuingCa: string, readonly caChain: ReadonlyArray<string> };

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


export type SignSelfIssuedMutation = { readonly signSelfIssued: { readonly crossSignedRoot: { readonly certificate: string, readonly issuingCa: string } | null, readonly problems: ReadonlyArray<
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

export type IssuerKeySummaryFragment = { readonly id: string, readonly name: string | null, readonly createdAt: string, readonly isDefault: boolean | null, readonly keyBits: number, readonly keyType: KeyType, readonly subjectKeyId: string, readonly uuid: string };

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

export type CrlConfigFieldsFragment = { readonly allowExpiredCertRevocation: boolean, readonly autoRebuild: boolean, readonly autoRebuildGracePeriod: string, readonly crossClusterRevocation: boolean, readonly deltaRebuildInterval: string, readonly disable: boolean, readonly enableDelta: boolean, readonly expiry: string, readonly maxCrlEntries: number, readonly ocspDisable: boolean, readonly ocspExpiry: string, readonly unifiedCrl: boolean, readonly unifiedCrlOnExistingPaths: boolean };

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

export type NodeQueryVariables = Exact<{
  id: Scalars['ID']['input'];
}>;


export type NodeQuery = { readonly node:
    | { readonly __typename: 'Certificate', readonly id: string }
    | { readonly __typename: 'ConfigurationVersion', readonly id: string }
    | { readonly __typename: 'Issuer', readonly id: string }
    | { readonly __typename: 'IssuerKey', readonly id: string }
    | { readonly __typename: 'Mount', readonly id: string }
    | { readonly __typename: 'Organization', readonly id: string }
    | { readonly __typename: 'OrganizationMembership', readonly id: string }
    | { readonly __typename: 'Project', readonly id: string }
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
    | { readonly __typename: 'Workspace', readonly id: string }
   | null };

export type NodesQueryVariables = Exact<{
  ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;


export type NodesQuery = { readonly nodes: ReadonlyArray<
    | { readonly __typename: 'Certificate', readonly id: string }
    | { readonly __typename: 'ConfigurationVersion', readonly id: string }
    | { readonly __typename: 'Issuer', readonly id: string }
    | { readonly __typename: 'IssuerKey', readonly id: string }
    | { readonly __typename: 'Mount', readonly id: string }
    | { readonly __typename: 'Organization', readonly id: string }
    | { readonly __typename: 'OrganizationMembership', readonly id: string }
    | { readonly __typename: 'Project', readonly id: string }
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

export type OrganizationSummaryFragment = { readonly id: string, readonly name: string, readonly createdAt: string, readonly email: string, readonly memberCount: number | string, readonly plan: string, readonly projectCount: number | string, readonly teamCount: number | string, readonly updatedAt: string, readonly workspaceCount: number | string, readonly permissions: { readonly canAccessViaTeams: boolean, readonly canCreateModule: boolean, readonly canCreateProject: boolean, readonly canCreateTeam: boolean, readonly canCreateWorkspace: boolean, readonly canDestroy: boolean, readonly canManageOrganizationAccess: boolean, readonly canManageRunTasks: boolean, readonly canManageSso: boolean, readonly canManageSubscription: boolean, readonly canManageTags: boolean, readonly canManageUsers: boolean, readonly canReadAuditRecords: boolean, readonly canTraverse: boolean, readonly canUpdate: boolean, readonly canUpdateAgentPools: boolean, readonly canUpdateApiToken: boolean, readonly canUpdateOauth: boolean, readonly canUpdateSentinel: boolean, readonly canUpdateSshKeys: boolean }, readonly storage: { readonly quotaBytes: number | string | null, readonly quotaKind: StorageQuotaKind, readonly usedBytes: number | string } | null };

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

export type ProjectSummaryFragment = { readonly id: string, readonly name: string, readonly autoDestroyDuration: string | null, readonly createdAt: string, readonly description: string, readonly isDefault: boolean, readonly organizationId: string, readonly organizationName: string | null, readonly updatedAt: string, readonly workspaceCount: number | string, readonly permissions: { readonly canCreateWorkspace: boolean, readonly canDestroy: boolean, readonly canManageTags: boolean, readonly canManageTeams: boolean, readonly canMoveWorkspace: boolean, readonly canRead: boolean, readonly canReadTeams: boolean, readonly canUpdate: boolean } };

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

export type CrlQueryVariables = Exact<{
  mount?: Scalars['String']['input'];
  delta?: Scalars['Boolean']['input'];
  issuer?: Scalars['String']['input'];
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

export type RoleSummaryFragment = { readonly id: string, readonly name: string, readonly mountPath: string, readonly allowAnyName: boolean, readonly allowBareDomains: boolean, readonly allowGlobDomains: boolean, readonly allowIpSans: boolean, readonly allowLocalhost: boolean, readonly allowSubdomains: boolean, readonly allowWildcardCertificates: boolean, readonly allowedDomains: ReadonlyArray<string>, readonly allowedDomainsTemplate: boolean, readonly allowedOtherSans: ReadonlyArray<string>, readonly allowedSerialNumbers: ReadonlyArray<string>, readonly allowedUriSans: ReadonlyArray<string>, readonly allowedUriSansTemplate: boolean, readonly allowedUserIds: ReadonlyArray<string>, readonly basicConstraintsValidForNonCa: boolean, readonly clientFlag: boolean, readonly cnValidations: ReadonlyArray<CnValidation>, readonly codeSigningFlag: boolean, readonly country: ReadonlyArray<string>, readonly emailProtectionFlag: boolean, readonly enforceHostnames: boolean, readonly extKeyUsage: ReadonlyArray<ExtKeyUsage>, readonly extKeyUsageOids: ReadonlyArray<string>, readonly generateLease: boolean, readonly issuerRef: string, readonly keyBits: number, readonly keyType: RoleKeyType, readonly keyUsage: ReadonlyArray<KeyUsage>, readonly locality: ReadonlyArray<string>, readonly maxTtl: string, readonly noStore: boolean, readonly noStoreMetadata: boolean, readonly notAfter: string | null, readonly notBeforeDuration: string, readonly organization: ReadonlyArray<string>, readonly ou: ReadonlyArray<string>, readonly postalCode: ReadonlyArray<string>, readonly province: ReadonlyArray<string>, readonly requireCn: boolean, readonly serialNumberSource: SerialNumberSource, readonly serverFlag: boolean, readonly signatureBits: number, readonly streetAddress: ReadonlyArray<string>, readonly ttl: string, readonly useCsrCommonName: boolean, readonly useCsrSans: boolean, readonly usePss: boolean, readonly policyIdentifiers: ReadonlyArray<{ readonly oid: string, readonly cps: string | null, readonly notice: string | null }> };

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

export type StateVersionSummaryFragment = { readonly id: string, readonly workspaceId: string, readonly number: number | string, readonly serial: number | string, readonly lineage: string | null, readonly md5: string, readonly size: number | string, readonly status: StateVersionStatus, readonly intermediate: boolean, readonly createdAt: string, readonly resourceCount: number | string, readonly resourcesProcessed: boolean, readonly rollbackOfId: string | null, readonly createdBy: { readonly id: string, readonly username: string } | null };

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
    { readonly outputs: { readonly totalCount: number, readonly nodes: ReadonlyArray<OutputSummaryFragment> } }
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

export type TeamWorkspaceAccessSummaryFragment = { readonly id: string, readonly access: WorkspaceAccessLevel, readonly createdAt: string, readonly runs: RunAccess, readonly stateVersions: StateAccess, readonly teamId: string, readonly updatedAt: string, readonly variables: VariableAccess, readonly workspaceId: string, readonly workspaceLocking: boolean, readonly team: { readonly id: string, readonly name: string }, readonly workspace: { readonly id: string, readonly name: string } | null };

export type TeamProjectAccessSummaryFragment = { readonly id: string, readonly access: ProjectAccessLevel, readonly createdAt: string, readonly projectId: string, readonly teamId: string, readonly updatedAt: string, readonly project: { readonly id: string, readonly name: string } | null, readonly team: { readonly id: string, readonly name: string } };

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

export type OrganizationAccessFieldsFragment = { readonly accessSecretTeams: boolean, readonly manageMembership: boolean, readonly manageOrganizationAccess: boolean, readonly manageProjects: boolean, readonly manageTeams: boolean, readonly manageWorkspaces: boolean, readonly readProjects: boolean, readonly readWorkspaces: boolean };

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

export type TokenSummaryFragment = { readonly id: string, readonly createdAt: string, readonly description: string, readonly expiresAt: string | null, readonly kind: TokenKind, readonly lastUsedAt: string | null, readonly policies: ReadonlyArray<string> | null };

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

export type WorkspaceSummaryFragment = { readonly id: string, readonly name: string, readonly description: string, readonly tagNames: ReadonlyArray<string>, readonly resourceCount: number | string, readonly terraformVersion: string, readonly latestChangeAt: string, readonly locked: boolean, readonly lock: { readonly holderName: string, readonly reason: string | null, readonly lockedAt: string } | null };

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
