{{/* The variables of the container: those of k8s/base, then one for each value that is set. */}}
{{- define "plumbline.env" -}}
- name: POD_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
- name: POD_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: PLUMBLINE_HOST_PARAMETERS_FILE
  value: /etc/plumbline/parameters/parameters.yaml
- name: PLUMBLINE_HOST_STATE_FILE
  value: /var/lib/plumbline/memory.yaml
- name: PLUMBLINE_AUDIT_FOLDER
  value: /var/lib/plumbline-audit
{{- with .Values.decisionLog }}
{{- if not .enabled }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_ENABLED" "false") }}
{{- end }}
{{- if .allowEphemeral }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_ALLOW_EPHEMERAL" "true") }}
{{- end }}
{{- include "plumbline.set" (list "PLUMBLINE_AUDIT_NAME" $.Values.clusterName) }}
{{- if $.Values.image.digest }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_IMAGE" (include "plumbline.image" $)) }}
{{- end }}
{{- if and .enabled .signingKeySecret }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_KEY_FILE" "/etc/plumbline/audit-key/key.pem") }}
{{- end }}
{{- with .s3 }}
{{- if .bucket }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_S3_BUCKET" .bucket) }}
{{- include "plumbline.set" (list "PLUMBLINE_AUDIT_S3_PREFIX" .prefix) }}
{{- include "plumbline.set" (list "PLUMBLINE_AUDIT_S3_REGION" .region) }}
{{- include "plumbline.set" (list "PLUMBLINE_AUDIT_S3_ENDPOINT" .endpoint) }}
{{- include "plumbline.set" (list "PLUMBLINE_AUDIT_S3_KMS_KEY" .kmsKey) }}
{{- if .lock }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_S3_LOCK" .lock) }}
{{ include "plumbline.var" (list "PLUMBLINE_AUDIT_S3_LOCK_DAYS" (toString .lockDays)) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.verdicts }}
{{- if .bucket }}
{{ include "plumbline.var" (list "PLUMBLINE_VERDICTS_BUCKET" .bucket) }}
{{- include "plumbline.set" (list "PLUMBLINE_VERDICTS_S3_REGION" .region) }}
{{- if .keys }}
{{ include "plumbline.var" (list "PLUMBLINE_VERDICTS_KEYS" "/etc/plumbline/verdict-keys") }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.aws }}
{{- include "plumbline.set" (list "AWS_REGION" .region) }}
{{- include "plumbline.set" (list "PLUMBLINE_EC2_ACCOUNT_ID" .accountId) }}
{{- include "plumbline.set" (list "PLUMBLINE_EC2_QUEUE_URL" .queueUrl) }}
{{- end }}
{{- if .Values.page.changes }}
{{ include "plumbline.var" (list "PLUMBLINE_WEB_AUTHENTICATION" "token-review") }}
{{ include "plumbline.var" (list "PLUMBLINE_WEB_CHANGES" "true") }}
{{- include "plumbline.set" (list "PLUMBLINE_WEB_AUDIENCES" (join "," .Values.page.audiences)) }}
{{- end }}
{{- include "plumbline.set" (list "PLUMBLINE_WEB_EVALUATE" .Values.page.evaluate) }}
{{- if .Values.admission.enabled }}
{{ include "plumbline.var" (list "PLUMBLINE_ADMISSION_ENABLED" "true") }}
{{ include "plumbline.var" (list "PLUMBLINE_ADMISSION_MODE" .Values.admission.mode) }}
{{ include "plumbline.var" (list "QUARKUS_TLS_ADMISSION_KEY_STORE_PEM_TLS_CERT" "/etc/plumbline/admission/tls.crt") }}
{{ include "plumbline.var" (list "QUARKUS_TLS_ADMISSION_KEY_STORE_PEM_TLS_KEY" "/etc/plumbline/admission/tls.key") }}
{{ include "plumbline.var" (list "QUARKUS_TLS_ADMISSION_RELOAD_PERIOD" "1m") }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* One variable: (list NAME VALUE). */}}
{{- define "plumbline.var" -}}
- name: {{ index . 0 }}
  value: {{ index . 1 | quote }}
{{- end }}

{{/* The same on a line of its own, when there is a value. */}}
{{- define "plumbline.set" -}}
{{- if index . 1 }}
{{ include "plumbline.var" . }}
{{- end }}
{{- end }}
