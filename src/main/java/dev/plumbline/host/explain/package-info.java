package dev.plumbline.host.explain;
