{{/* What every object carries. There is one Plumbline in a cluster, so names are fixed: docs/adr/0018. */}}
{{- define "plumbline.labels" -}}
{{ include "plumbline.selector" . }}
{{ include "plumbline.made" . }}
{{- end }}

{{/* What tells who made it. */}}
{{- define "plumbline.made" -}}
app.kubernetes.io/part-of: plumbline
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "plumbline.selector" -}}
app.kubernetes.io/name: plumbline
{{- end }}

{{- define "plumbline.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The parameters of the rules; modes of actions are items beside them. */}}
{{- define "plumbline.parameters" -}}
{{- toYaml .Values.parameters -}}
{{- end }}

{{/* The kinds of action that are enforced, as a list in JSON. */}}
{{- define "plumbline.enforced" -}}
{{- $kinds := list -}}
{{- range $kind, $mode := .Values.actions.mode }}{{- if eq $mode "enforce" }}{{- $kinds = append $kinds $kind -}}{{- end -}}{{- end -}}
{{- toJson $kinds -}}
{{- end }}

{{/* What one value alone cannot tell is refused here, with the way out. */}}
{{- define "plumbline.check" -}}
{{- with .Values -}}
{{- if hasKey .parameters "actions.mode" -}}
{{- fail "parameters.actions.mode grants no permissions. Try: actions.mode, such as --set actions.mode.Report=enforce." -}}
{{- end -}}
{{- if and .decisionLog.existingClaim (gt (int .replicas) 1) -}}
{{- fail "decisionLog.existingClaim needs replicas: 1, since a log has one writer. Try: keep it in a bucket: decisionLog.s3.bucket." -}}
{{- end -}}
{{- if and .decisionLog.s3.bucket (gt (int .replicas) 1) (not .decisionLog.signingKeySecret) -}}
{{- fail "decisionLog.s3.bucket needs decisionLog.signingKeySecret with several replicas: all sign one log. Try: leave it at its default, plumbline-audit-key." -}}
{{- end -}}
{{- if and .admission.enabled (not .admission.certManager.enabled) (not .admission.caBundle) -}}
{{- fail "admission.enabled needs admission.caBundle, the authority of the certificate in its Secret, PEM in base64. Try: let cert-manager make both: admission.certManager.enabled." -}}
{{- end -}}
{{- if and .admission.enabled (eq .admission.failurePolicy "Fail") (lt (int .replicas) 2) -}}
{{- fail "admission.failurePolicy Fail needs replicas: 2 or more: else each restart stops changes of NodePools. Try: leave it at Ignore." -}}
{{- end -}}
{{- end -}}
{{- end }}
