{{/* The name of every object: the release, with the chart if that does not name it already. */}}
{{- define "trustate.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What pods are found by: it never changes. */}}
{{- define "trustate.selector" -}}
app.kubernetes.io/name: trustate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "trustate.labels" -}}
{{ include "trustate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}
